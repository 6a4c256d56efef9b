import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { routes } from '#api/facts.gen.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { useFormNavigation } from '#crud/form/form-navigation.ts';
import { reasonText } from '#crud/reason-text.ts';
import { type Change, type HistoryData, type Proposal, resource } from '#crud/resource.ts';
import { Time } from '#crud/time.tsx';
import { useReadPages } from '#crud/use-read.ts';
import { pointerText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { CodeText } from '#kit/display/chip.tsx';
import { Tag } from '#kit/display/tag.tsx';
import { Drawer } from '#kit/layers/drawer.tsx';
import { ErrorState, Skeleton } from '#kit/messages/page-state.tsx';
import { useSession } from '#session/use-session.ts';
import { ChangeList } from './change-list.tsx';
import { ChangedFields } from './changed-fields.tsx';
import { proposedChanges } from './field-changes.ts';
import { HistoryLine } from './history-line.tsx';
import { useActText } from './recent-changes.tsx';
import { RestoreDialog } from './restore-dialog.tsx';

interface Props {
  entity: EntityUi;
  id: number;
  /** Hears whether the record is still there. */
  onClose: (kept: boolean) => void;
}

/** Every change of one record, field by field, each the way back to what was. Answers for deleted records too. */
export function RecordHistory({ entity, id, onClose }: Props) {
  const { t } = useTexts();
  const { items, record, total, problem, loading, more, reload } = useHistory(entity, id);
  const [target, setTarget] = useState<number>();
  return (
    <Drawer
      open
      width={480}
      onClose={() => onClose(record !== undefined)}
      aria-label={t('history.title')}
      title={t('history.title')}
      headActions={
        <>
          <span className="mr-1 font-mono text-2xs">{total}</span>
          {total > 0 && <LogLink entity={entity} id={id} />}
        </>
      }
    >
      {problem && (
        <ErrorState
          title={problem.status === 404 ? t('record.missing') : t('form.reloadFailed', { problem: problem.message })}
          onRetry={reload}
          retrying={loading}
          errorKey={problem.key}
          traceId={problem.traceId}
        />
      )}
      {!problem && items.length === 0 && (
        <div className="flex flex-col gap-3 p-4">
          <Skeleton height={64} className="animate-fade-in-delayed" />
          <Skeleton height={64} className="animate-fade-in-delayed" />
        </div>
      )}
      <ol>
        {items.map(({ change, proposal }, index) =>
          change ? (
            <HistoryEntry
              key={change.seq}
              entity={entity}
              change={change}
              current={record?.version === change.version}
              opened={index === 0}
              onRestore={() => setTarget(change.version)}
            />
          ) : (
            <ProposalEntry key={`proposal ${proposal.id}`} entity={entity} id={id} proposal={proposal} />
          ),
        )}
      </ol>
      {more && (
        <div className="p-4">
          <Button variant="ghost" busy={loading} onClick={more}>
            {t('history.more')}
          </Button>
        </div>
      )}
      <RestoreDialog
        entity={entity}
        id={id}
        version={record?.version ?? null}
        target={target}
        onClose={() => setTarget(undefined)}
      />
    </Drawer>
  );
}

/** The way to the same changes in the log of all kinds. */
function LogLink({ entity, id }: Pick<Props, 'entity' | 'id'>) {
  const { t } = useTexts();
  const { can } = useSession();
  if (!can('data_log:read')) return null;
  return (
    // the log takes its conditions from its address
    <Link to={routes.data_log} search={{ entity: entity.key, recordId: id }} className={`${linkClass} mx-2`}>
      {t('menu.data_log')}
    </Link>
  );
}

/** A change, or a proposal that came to nothing. */
type HistoryItem = { change: Change; proposal?: never } | { proposal: Proposal; change?: never };

/** The pages of a record's history so far, and the record itself unless it is deleted. */
function useHistory(entity: EntityUi, id: number) {
  const pages = useReadPages<Omit<HistoryData, 'items'> & { items: HistoryItem[] }>({
    queryKey: [entity.key, id, 'history'],
    load: async (cursor, signal) => {
      const { data } = await resource(entity).history(id, cursor, signal);
      return { ...data, items: inOrder(data) };
    },
    idOf: ({ change, proposal }) => (change ? change.seq : -proposal.id),
  });
  const newestChange = pages.items.find(({ change }) => change)?.change;
  return { ...pages, total: pages.data?.total ?? 0, record: newestChange?.after ?? undefined };
}

/** Newest first; a page's proposals lie between its changes. */
const inOrder = ({ items, proposals }: HistoryData): HistoryItem[] =>
  [...proposals.map((proposal) => ({ proposal })), ...items.map((change) => ({ change }))].toSorted((one, other) =>
    timeOf(other).localeCompare(timeOf(one)),
  );

const timeOf = ({ change, proposal }: HistoryItem): string =>
  change ? change.time : (proposal.decision?.time ?? proposal.time);

interface HistoryEntryProps {
  entity: EntityUi;
  change: Change;
  /** The record is as this change left it. */
  current: boolean;
  opened: boolean;
  onRestore: () => void;
}

function HistoryEntry({ entity, change, current, opened, onRestore }: HistoryEntryProps) {
  const { t } = useTexts();
  const { denialReason } = useSession();
  const act = useActText();
  const update = `${entity.key}:update`;
  return (
    <HistoryLine
      time={change.time}
      opened={opened}
      head={(isOpen) => (
        <>
          <CodeText className="w-7 flex-none">v{change.version}</CodeText>
          <span className={isOpen ? 'min-w-0' : 'min-w-0 truncate'}>{act(change)}</span>
          {current && <Tag tone="info">{t('history.current')}</Tag>}
        </>
      )}
    >
      {change.reason && <p className="mb-1">{`${t('form.reason')}: ${reasonText(change.reason)}`}</p>}
      <ChangedFields schema={entity.schema} change={change} />
      {change.after && !current && (
        <div className="mt-2 flex justify-end">
          <Button size="sm" icon="restore" disabledReason={denialReason(update)} onClick={onRestore}>
            {t('history.restore')}
          </Button>
        </div>
      )}
    </HistoryLine>
  );
}

interface ProposalEntryProps {
  entity: EntityUi;
  id: number;
  proposal: Proposal;
}

/** A proposal that was rejected or withdrawn: no version, but a part of the history; its author can begin from it again. */
function ProposalEntry({ entity, id, proposal }: ProposalEntryProps) {
  const { t } = useTexts();
  const { user, denialReason } = useSession();
  const formNavigation = useFormNavigation(entity);
  const { action, by, base, changes, decision } = proposal;
  if (!decision) return null;
  const fields = [...new Set(changes.map(pointerText))].join(t('common.separator'));
  const what = action === 'update' ? t('home.what.update', { fields }) : t(`home.what.${action}`);
  const isRejected = decision.outcome === 'rejected';
  return (
    <HistoryLine
      time={decision.time}
      head={(isOpen) => (
        <>
          <Icon name="branch" size={14} className="w-7 flex-none text-ink-3" />
          <span className={isOpen ? 'min-w-0' : 'min-w-0 truncate'}>{t('rejection.proposed', { by, what })}</span>
          <Tag tone={isRejected ? 'bad' : undefined}>
            {t(isRejected ? 'rejection.rejected' : 'rejection.withdrawn')}
          </Tag>
        </>
      )}
    >
      <p className="mb-1 text-xs text-ink-3">
        {t('proposal.by', { by })} <Time iso={proposal.time} /> ·{' '}
        {t(isRejected ? 'rejection.by' : 'rejection.withdrawnBy', { by: decision.by })} <Time iso={decision.time} />
      </p>
      {decision.reason && <p className="mb-1">{`${t('form.reason')}: ${reasonText(decision.reason)}`}</p>}
      {action !== 'delete' && (
        <ChangeList
          schema={entity.schema}
          changes={proposedChanges(proposal, base ?? {})}
          before={t('conflict.base')}
          after={t('proposal.proposed')}
        />
      )}
      {action !== 'delete' && by === user?.username && (
        <div className="mt-2 flex justify-end">
          <Button
            size="sm"
            icon="edit"
            disabledReason={denialReason(`${entity.key}:update`)}
            {...formNavigation.prefetchProps}
            onClick={() => formNavigation.edit(id, proposal.id)}
          >
            {t('rejection.again')}
          </Button>
        </div>
      )}
    </HistoryLine>
  );
}

import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { routes } from '#api/metadata.gen.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { useFormNavigation } from '#crud/form/definition/form-navigation.ts';
import { DrawerTitle, LoadFailed, MoreFailed } from '#crud/read/load-failed.tsx';
import { useReadPages } from '#crud/read/use-read-pages.ts';
import { type Change, type HistoryResponse, type Proposal, resourceClient } from '#crud/resource.ts';
import { reasonText } from '#crud/text/reason-text.ts';
import { codeAndTitle, recordTitle } from '#crud/text/record-names.ts';
import { Time } from '#crud/text/time.tsx';
import { pointerLabel } from '#crud/text/value-text.ts';
import { totalText } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { Code, CodeText } from '#kit/display/code.tsx';
import { Tag } from '#kit/display/tag.tsx';
import { Drawer } from '#kit/layers/drawer.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import { useSession } from '#session/use-session.ts';
import { ChangedFields } from './changed-fields.tsx';
import { FieldChangeTable } from './field-change-table.tsx';
import { proposedChanges } from './field-changes.ts';
import { HistoryLine } from './history-line.tsx';
import { useChangeText } from './recent-changes.tsx';
import { RestoreDialog } from './restore-dialog.tsx';

interface Props {
  entity: EntityUi;
  id: number;
  /** Called with false if the record is known to be deleted. */
  onClose: (recordMayExist: boolean) => void;
}

/** A record's history with the changed fields of every version and buttons to restore one; also of deleted records. */
export function RecordHistory({ entity, id, onClose }: Props) {
  const { t, language } = useTexts();
  const history = useHistory(entity, id);
  const { items, data, record, isDeleted, namedRecord, newestVersion, problem, loading, loadMore, reload } = history;
  const [restoredVersion, setRestoredVersion] = useState<number>();
  return (
    <Drawer
      open
      width={480}
      onClose={() => onClose(!isDeleted && problem?.status !== 404)}
      aria-label={t('history.title')}
      title={
        <DrawerTitle read={history}>
          <span className="flex items-center gap-2">
            {t('history.title')}
            {namedRecord && (
              <>
                {typeof namedRecord.code === 'string' && <Code small>{namedRecord.code}</Code>}
                <span className="min-w-0 truncate font-medium text-ink">
                  {recordTitle(entity.key, namedRecord, language)}
                </span>
              </>
            )}
          </span>
        </DrawerTitle>
      }
      headActions={
        <>
          <span className="mr-1 font-mono text-2xs">{data && totalText(data)}</span>
          {items.length > 0 && <LogLink entity={entity} id={id} />}
        </>
      }
    >
      {problem && (
        <LoadFailed
          title={problem.status === 404 ? t('record.missing') : t('form.reloadFailed', { problem: problem.message })}
          onRetry={reload}
          retrying={loading}
          problem={problem}
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
              isCurrent={record?.version === change.version}
              isDeleted={isDeleted}
              isInitiallyOpen={index === 0}
              onRestore={() => setRestoredVersion(change.version)}
            />
          ) : (
            <ProposalEntry key={`proposal ${proposal.id}`} entity={entity} id={id} proposal={proposal} />
          ),
        )}
      </ol>
      {loadMore && (
        <div className="flex flex-wrap items-center gap-2 p-4">
          <Button variant="ghost" busy={loading} onClick={loadMore}>
            {t('history.more')}
          </Button>
          <MoreFailed problem={history.moreProblem} />
        </div>
      )}
      <RestoreDialog
        entity={entity}
        id={id}
        version={record?.version ?? null}
        newestVersion={newestVersion}
        name={namedRecord ? codeAndTitle(entity.key, namedRecord, language) : ''}
        targetVersion={restoredVersion}
        onClose={() => setRestoredVersion(undefined)}
      />
    </Drawer>
  );
}

/** A link to the record's changes in the data log. */
function LogLink({ entity, id }: Pick<Props, 'entity' | 'id'>) {
  const { t } = useTexts();
  const { can } = useSession();
  if (!can('data_log:read')) return null;
  return (
    // the log's filters are URL parameters
    <Link
      to={routes.data_log}
      search={{ entity: entity.key, recordId: id }}
      className={`mx-2 flex-none whitespace-nowrap ${linkClass}`}
    >
      {t('menu.data_log')}
    </Link>
  );
}

/** A change, or a rejected or withdrawn proposal. */
type HistoryItem = { change: Change; proposal?: never } | { proposal: Proposal; change?: never };

/** Returns the loaded pages of a record's history, and the record itself unless it is deleted. */
function useHistory(entity: EntityUi, id: number) {
  const pages = useReadPages<Omit<HistoryResponse, 'items'> & { items: HistoryItem[] }>({
    queryKey: [entity.key, id, 'history'],
    load: async (cursor, signal) => {
      const { data } = await resourceClient(entity).history(id, cursor, signal);
      return { ...data, items: sortItems(data) };
    },
    idOf: ({ change, proposal }) => (change ? change.seq : -proposal.id),
  });
  const newestChange = pages.items.find(({ change }) => change)?.change;
  const record = newestChange?.after ?? undefined;
  const isDeleted = newestChange?.after === null;
  const newestVersion = newestChange?.version;
  return { ...pages, record, isDeleted, newestVersion, namedRecord: record ?? newestChange?.before };
}

/** Sorts a page's changes and proposals, newest first. */
const sortItems = ({ items, proposals }: HistoryResponse): HistoryItem[] =>
  [...proposals.map((proposal) => ({ proposal })), ...items.map((change) => ({ change }))].toSorted((a, b) =>
    itemTime(b).localeCompare(itemTime(a)),
  );

const itemTime = ({ change, proposal }: HistoryItem): string =>
  change ? change.time : (proposal.decision?.time ?? proposal.time);

interface HistoryEntryProps {
  entity: EntityUi;
  change: Change;
  /** Whether this change produced the record's current version. */
  isCurrent: boolean;
  /** Whether restoring brings a deleted record back. */
  isDeleted: boolean;
  isInitiallyOpen: boolean;
  onRestore: () => void;
}

function HistoryEntry({ entity, change, isCurrent, isDeleted, isInitiallyOpen, onRestore }: HistoryEntryProps) {
  const { t } = useTexts();
  const { denialReason } = useSession();
  const changeText = useChangeText();
  return (
    <HistoryLine
      time={change.time}
      isInitiallyOpen={isInitiallyOpen}
      head={(isOpen) => (
        <>
          <CodeText className="w-7 flex-none">v{change.version}</CodeText>
          <span className={isOpen ? 'min-w-0' : 'min-w-0 truncate'}>{changeText(change)}</span>
          {isCurrent && <Tag tone="info">{t('history.current')}</Tag>}
        </>
      )}
    >
      {change.reason && <p className="mb-1">{`${t('form.reason')}: ${reasonText(change.reason)}`}</p>}
      <ChangedFields schema={entity.schema} change={change} />
      {change.after && !isCurrent && (
        <div className="mt-2 flex justify-end">
          <Button
            size="sm"
            icon="restore"
            disabledReason={denialReason(`${entity.key}:update`) || (isDeleted && denialReason(`${entity.key}:create`))}
            onClick={onRestore}
          >
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

/** A rejected or withdrawn proposal in the history, which its author can edit again. */
function ProposalEntry({ entity, id, proposal }: ProposalEntryProps) {
  const { t } = useTexts();
  const { user, denialReason } = useSession();
  const formNavigation = useFormNavigation(entity);
  const { action, by, base, changes, decision } = proposal;
  if (!decision) return null;
  const fields = [...new Set(changes.map(pointerLabel))].join(t('common.separator'));
  const summary = action === 'update' ? t('history.what.update', { fields }) : t(`history.what.${action}`);
  const isRejected = decision.outcome === 'rejected';
  return (
    <HistoryLine
      time={decision.time}
      head={(isOpen) => (
        <>
          <Icon name="branch" size={14} className="w-7 flex-none text-ink-3" />
          <span className={isOpen ? 'min-w-0' : 'min-w-0 truncate'}>
            {t('rejection.proposed', { by, what: summary })}
          </span>
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
        <FieldChangeTable
          schema={entity.schema}
          changes={proposedChanges(proposal, base ?? {})}
          before={t('history.base')}
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
            onClick={() => formNavigation.edit(id, { fromProposal: proposal.id })}
          >
            {t('rejection.again')}
          </Button>
        </div>
      )}
    </HistoryLine>
  );
}

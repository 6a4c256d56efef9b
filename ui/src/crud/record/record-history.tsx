import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { routes } from '#api/facts.gen.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { Drawer } from '#kit/drawer.tsx';
import { linkClass } from '#kit/link-button.tsx';
import { ErrorState, Skeleton } from '#kit/page-state.tsx';
import { useSession } from '#session/use-session.ts';
import { HistoryEntry } from './history-entry.tsx';
import { ProposalEntry } from './proposal-entry.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import { useHistory } from './use-history.ts';

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
          <Skeleton height={64} className="late" />
          <Skeleton height={64} className="late" />
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

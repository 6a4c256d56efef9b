import { kindOf } from '#crud/define-entity.ts';
import { ChangedFields } from '#crud/record/changed-fields.tsx';
import { Steps } from '#crud/record/steps.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { Drawer, DrawerSection } from '#kit/drawer.tsx';
import { ErrorState, Skeleton } from '#kit/page-state.tsx';
import { ChangeFacts } from './change-facts.tsx';
import { ChangeHead } from './change-head.tsx';
import { RestoreChange } from './restore-change.tsx';
import { restoreTarget } from './restore-target.ts';
import { useChange } from './use-change.ts';
import type { DataLogs } from './use-data-logs.ts';

/** One change, on this page of the log or not: of what, by whom, field by field, and the way back to it. */
export function ChangeCard({ seq, logs }: { seq: number; logs: DataLogs }) {
  const { t } = useTexts();
  const { data, problem, loading, reload } = useChange(seq);
  // what the list knows is there at once
  const entry = data?.entry ?? logs.data?.items.find((one) => one.seq === seq);
  const entity = entry && kindOf(entry.entity);
  const gone = problem?.status === 404;
  const version = data && !problem ? restoreTarget(data) : undefined;
  return (
    <Drawer
      open
      width={480}
      onClose={() => logs.show(undefined)}
      aria-label={t('dataLogs.entry')}
      title={t('dataLogs.entry')}
      headActions={
        <Steps items={logs.data?.items ?? []} isThis={(one) => one.seq === seq} show={(one) => logs.show(one.seq)} />
      }
      footer={
        data && entity && version !== undefined && <RestoreChange entity={entity} found={data} version={version} />
      }
    >
      {problem && (
        <ErrorState
          title={gone ? t('dataLogs.missing') : t('dataLogs.reloadFailed', { problem: problem.message })}
          onRetry={gone ? undefined : reload}
          retrying={loading}
          errorKey={problem.key}
          traceId={problem.traceId}
        />
      )}
      {!problem && entry && (
        <>
          <DrawerSection>
            <ChangeHead entry={entry} />
          </DrawerSection>
          <DrawerSection tight>
            <ChangeFacts entry={entry} current={data?.recordVersion === entry.version} onOnly={logs.filterBy} />
          </DrawerSection>
        </>
      )}
      {!problem && (
        <DrawerSection>
          {data && entity ? (
            <ChangedFields schema={entity.schema} change={{ ...data.entry, ...data }} />
          ) : (
            <Skeleton height={96} className="late" />
          )}
        </DrawerSection>
      )}
    </Drawer>
  );
}

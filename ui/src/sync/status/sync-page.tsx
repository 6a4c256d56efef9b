import { useMemo } from 'react';
import type { Entity } from '#api/facts.gen.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { IconName } from '#kit/icon.tsx';
import { ErrorState } from '#kit/page-state.tsx';
import { LanePanel } from './lane-panel.tsx';
import { MatrixTable } from './matrix-table.tsx';
import { SyncEmpty } from './sync-empty.tsx';
import { SyncHead } from './sync-head.tsx';
import { SyncSkeleton } from './sync-skeleton.tsx';
import { type Sync, useSync } from './use-sync.ts';

/** A kind of record as the table's heads show it. */
export interface KindUi {
  key: Entity;
  icon: IconName;
}

/** How far changes have got: subscribers × kinds, and one cell in detail. All that is chosen stands in the address. */
export function SyncPage({ kinds }: { kinds: readonly KindUi[] }) {
  const sync = useSync(useMemo(() => kinds.map(({ key }) => key), [kinds]));
  return (
    <div className="flex min-w-0 flex-1 flex-col overflow-y-auto bg-canvas">
      <SyncHead sync={sync} />
      <div className="flex flex-1 flex-col gap-3 px-6 pb-4">
        <Body sync={sync} kinds={kinds} />
      </div>
    </div>
  );
}

function Body({ sync, kinds }: { sync: Sync; kinds: readonly KindUi[] }) {
  const { t } = useTexts();
  const { data, problem, refresh } = sync;
  if (!data && problem) {
    return (
      <ErrorState
        title={t('sync.failed', { problem: problem.message })}
        text={t('sync.failedText')}
        onRetry={refresh}
        errorKey={problem.key}
        traceId={problem.traceId}
      />
    );
  }
  if (!data) return <SyncSkeleton />;
  if (data.subscribers.length === 0) return <SyncEmpty />;
  return (
    <>
      <MatrixTable sync={sync} subscribers={data.subscribers} kinds={kinds} />
      <LanePanel sync={sync} status={data} />
    </>
  );
}

import { useTexts } from '#i18n/i18n.ts';
import { EmptyState } from '#kit/messages/page-state.tsx';
import { LaneBody } from './lane-body.tsx';
import { findLane, type SyncStatus } from './lanes.ts';
import type { LaneKey } from './sync-search.ts';
import type { Sync } from './use-sync.ts';

/** Shows the selected lane, or why there is none. */
export function LanePanel({ sync, status }: { sync: Sync; status: SyncStatus }) {
  const { selectedLane } = sync;
  return (
    <section className="flex min-h-86 min-w-0 flex-1 flex-col rounded-md border border-line bg-panel">
      {selectedLane ? (
        <SelectedLaneBody
          key={`${selectedLane.subscriber} ${selectedLane.kind}`}
          sync={sync}
          status={status}
          laneKey={selectedLane}
        />
      ) : (
        <NoLaneSelected />
      )}
    </section>
  );
}

function SelectedLaneBody({ sync, status, laneKey }: { sync: Sync; status: SyncStatus; laneKey: LaneKey }) {
  const { t } = useTexts();
  const subscriber = status.subscribers.find(({ id }) => id === laneKey.subscriber);
  const lane = findLane(subscriber, laneKey.kind);
  const entityName = t(`entity.${laneKey.kind}.many`);
  if (!subscriber || !lane) {
    const name = subscriber?.name ?? `#${laneKey.subscriber}`;
    return <EmptyState title={t('sync.laneGone', { name, kind: entityName })} text={t('sync.laneGoneText')} />;
  }
  return <LaneBody sync={sync} status={status} selected={{ lane, subscriber, entityName }} />;
}

function NoLaneSelected() {
  const { t } = useTexts();
  return <EmptyState title={t('sync.noChoice')} text={t('sync.noChoiceText')} />;
}

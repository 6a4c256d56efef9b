import { useTexts } from '#i18n/i18n.ts';
import { EmptyState } from '#kit/messages/page-state.tsx';
import { LaneBody } from './lane-body.tsx';
import { type Lane, laneOf, type Subscriber, type SyncStatus } from './lanes.ts';
import type { LaneKey } from './sync-search.ts';
import type { Sync } from './use-sync.ts';

/** The chosen cell as all parts of its detail take it. */
export interface ChosenLane {
  lane: Lane;
  subscriber: Subscriber;
  /** the kind's name */
  kindName: string;
}

/** The chosen cell in detail, or why there is none. */
export function LanePanel({ sync, status }: { sync: Sync; status: SyncStatus }) {
  const { chosen } = sync;
  return (
    <section className="flex min-h-86 min-w-0 flex-1 flex-col rounded-md border border-line bg-panel">
      {chosen ? <Chosen key={`${chosen.subscriber} ${chosen.kind}`} {...{ sync, status, chosen }} /> : <None />}
    </section>
  );
}

function Chosen({ sync, status, chosen }: { sync: Sync; status: SyncStatus; chosen: LaneKey }) {
  const { t } = useTexts();
  const subscriber = status.subscribers.find(({ id }) => id === chosen.subscriber);
  const lane = laneOf(subscriber, chosen.kind);
  const kindName = t(`entity.${chosen.kind}.many`);
  if (!subscriber || !lane) {
    const name = subscriber?.name ?? `#${chosen.subscriber}`;
    return <EmptyState title={t('sync.laneGone', { name, kind: kindName })} text={t('sync.laneGoneText')} />;
  }
  return <LaneBody sync={sync} status={status} chosen={{ lane, subscriber, kindName }} />;
}

function None() {
  const { t } = useTexts();
  return <EmptyState title={t('sync.noChoice')} text={t('sync.noChoiceText')} />;
}

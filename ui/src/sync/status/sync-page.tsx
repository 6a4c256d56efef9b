import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { enums, routes } from '#api/metadata.gen.ts';
import { LoadFailed } from '#crud/read/load-failed.tsx';
import { StreamStatus } from '#crud/read/stream-status.tsx';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { cx } from '#kit/cx.ts';
import { StatusMark } from '#kit/display/status-mark.tsx';
import { Segmented } from '#kit/fields/segmented.tsx';
import { EmptyState } from '#kit/messages/empty-state.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import { useSession } from '#session/use-session.ts';
import { LaneBody } from './lane-body.tsx';
import { countSubscribersByState, type EntityColumn, findLane, type SyncStatus, stateTones } from './lanes.ts';
import { MatrixTable } from './matrix-table.tsx';
import { cellMeasures, type LaneKey } from './sync-search.ts';
import { type Sync, useSync } from './use-sync.ts';

const headClass = 'flex flex-none flex-wrap items-center gap-x-4 gap-y-2 px-page pt-3 pb-2.5';

/** Shows the sync status as a table of subscribers and entities, with one lane in detail. The URL stores all selections. */
export function SyncPage({ entities }: { entities: readonly EntityColumn[] }) {
  const sync = useSync(useMemo(() => entities.map(({ key }) => key), [entities]));
  if (sync.data?.subscribers.length === 0) return <SyncEmpty sync={sync} />;
  return (
    <div className="flex min-w-0 flex-1 flex-col overflow-y-auto bg-canvas">
      <SyncHead sync={sync} />
      <div className="flex flex-1 flex-col gap-3 px-page pb-4">
        <SyncBody sync={sync} entities={entities} />
      </div>
    </div>
  );
}

function SyncBody({ sync, entities }: { sync: Sync; entities: readonly EntityColumn[] }) {
  const { t } = useTexts();
  const { data, problem, refresh } = sync;
  if (!data && problem) {
    return (
      <LoadFailed
        title={t('sync.failed', { problem: problem.message })}
        text={t('sync.failedText')}
        onRetry={refresh}
        problem={problem}
      />
    );
  }
  if (!data) return <SyncSkeleton />;
  return (
    <>
      <MatrixTable
        sync={sync}
        subscribers={data.subscribers.filter(({ state }) => !sync.state || state === sync.state)}
        entities={entities}
      />
      <LanePanel sync={sync} status={data} />
    </>
  );
}

/** Shows the outlines of the table and the detail, with placeholders if loading takes long. */
function SyncSkeleton() {
  return (
    <>
      <div className="rounded-md border border-line bg-panel">
        {Array.from({ length: 6 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <div key={index} className="flex h-11.5 items-center gap-6 border-line px-4 not-first:border-t first:h-9">
            <Skeleton width={120} className="animate-fade-in-delayed" />
            <Skeleton className="animate-fade-in-delayed" />
          </div>
        ))}
      </div>
      <div className="min-h-80 flex-1 rounded-md border border-line bg-panel p-4">
        <Skeleton width="24%" className="animate-fade-in-delayed" />
      </div>
    </>
  );
}

/** Shows that there are no subscribers, with a link to create one. */
function SyncEmpty({ sync }: { sync: Sync }) {
  const { t } = useTexts();
  const { can } = useSession();
  return (
    <section className="flex min-w-0 flex-1 flex-col overflow-y-auto bg-canvas">
      <header className={headClass}>
        <h1 className="text-xl font-semibold">{t('sync.title')}</h1>
        <StreamStatus {...sync} />
      </header>
      <EmptyState
        icon="broadcast"
        title={t('sync.empty')}
        text={t('sync.emptyText')}
        actions={
          can('data_subscriber:read') && (
            <Link to={routes.data_subscriber} className={linkClass}>
              {t('sync.toSubscribers')}
            </Link>
          )
        }
      />
    </section>
  );
}

/**
 * Shows the title, the stream status, how many committed changes have no position in the feed yet, the number of subscribers per state, and
 * the measure of the cells.
 */
function SyncHead({ sync }: { sync: Sync }) {
  const { t } = useTexts();
  const { data, measure, setMeasure } = sync;
  return (
    <header className={headClass}>
      <h1 className="text-xl font-semibold">{t('sync.title')}</h1>
      <StreamStatus {...sync} />
      {data && data.unsequenced > 0 && (
        <span className="text-xs text-ink-3">
          {t('sync.unsequenced', { count: data.unsequenced, n: number(data.unsequenced) })}
        </span>
      )}
      {/* takes its space while the status is loading, so that nothing moves when it arrives */}
      <div className={cx('ml-auto flex flex-wrap items-center gap-x-3 gap-y-2', !data && 'invisible')}>
        <Legend sync={sync} />
        <Segmented
          aria-label={t('sync.measureLabel')}
          value={measure}
          onChange={setMeasure}
          options={cellMeasures.map((value) => ({ value, label: t(`sync.measure.${value}`) }))}
        />
      </div>
    </header>
  );
}

/** The number of subscribers per state; each is a button that shows only these, or all again. */
function Legend({ sync: { data, state: shownState, setState } }: { sync: Sync }) {
  const { t } = useTexts();
  const counts = countSubscribersByState(data?.subscribers ?? []);
  return (
    <ul className="mr-1 flex flex-wrap gap-x-1 text-xs text-ink-2">
      {enums.SyncState.map((state) => (
        <li key={state}>
          <button
            type="button"
            aria-pressed={state === shownState}
            onClick={() => setState(state === shownState ? undefined : state)}
            className={cx(
              'h-6 rounded-xs px-1 hover:bg-hover pointer-coarse:h-10',
              state === shownState && 'bg-active font-medium',
            )}
          >
            <StatusMark status={stateTones[state]} label={`${t(`sync.state.${state}`)} ${number(counts[state])}`} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Shows the selected lane, or why there is none. */
function LanePanel({ sync, status }: { sync: Sync; status: SyncStatus }) {
  const { selectedLane } = sync;
  return (
    <section className="flex min-h-86 min-w-0 flex-none flex-col rounded-md border border-line bg-panel">
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

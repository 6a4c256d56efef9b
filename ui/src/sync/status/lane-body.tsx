import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { routes, type Schemas } from '#api/metadata.gen.ts';
import { LoadFailed, RefreshFailedStatus } from '#crud/read/load-failed.tsx';
import type { Read } from '#crud/read/use-read.ts';
import { fullTime, number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { cx } from '#kit/cx.ts';
import { Dot } from '#kit/display/status-mark.tsx';
import { Segmented } from '#kit/fields/segmented.tsx';
import { Note } from '#kit/messages/note.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import { useSession } from '#session/use-session.ts';
import { failureCauseOf, httpStatusOf, shortTextKeyOf } from './failure-causes.ts';
import { formatTimeOfDay } from './lag-format.ts';
import { lagUnitFor } from './lag-points.ts';
import { LaneFacts } from './lane-facts.tsx';
import { LaneHead } from './lane-head.tsx';
import { type Lane, outcomeTones, type SelectedLane, type SyncStatus } from './lanes.ts';
import { chartSpans } from './sync-search.ts';
import { type LaneDetail, useLane } from './use-lane.ts';
import type { Sync } from './use-sync.ts';

interface Props {
  sync: Sync;
  status: SyncStatus;
  selected: SelectedLane;
}

/** Shows the facts, lag chart, attempts and actions of the selected lane. */
export function LaneBody({ sync, status, selected }: Props) {
  const { t } = useTexts();
  const { lane, subscriber } = selected;
  const laneKey = { subscriber: subscriber.id, kind: lane.entity };
  const laneRead = useLane(laneKey, sync.span, lane);
  const { data, problem, loading, reload } = laneRead;
  const refresh = () => {
    sync.refresh();
    reload();
  };
  return (
    <>
      <LaneHead selected={selected} status={status} detail={data} refresh={refresh} />
      {problem ? (
        <LoadFailed
          title={t('sync.laneFailed', { problem: problem.message })}
          onRetry={reload}
          retrying={loading}
          problem={problem}
        />
      ) : (
        <div className="grid min-h-0 flex-1 grid-cols-[272px_minmax(0,1fr)_216px] divide-x divide-line max-lg:grid-cols-[minmax(0,1fr)] max-lg:divide-x-0 max-lg:divide-y xl:grid-cols-[340px_minmax(0,1fr)_248px]">
          <LaneFacts selected={selected} status={status} detail={data} refresh={refresh} />
          {data ? (
            <LaneLagChart sync={sync} selected={selected} status={status} detail={data} laneRead={laneRead} />
          ) : (
            <div className="p-4">
              <Skeleton width="24%" className="animate-fade-in-delayed" />
            </div>
          )}
          <LaneAttempts detail={data} />
        </div>
      )}
    </>
  );
}

// The chart loads d3, which only this page needs.
const LagChart = lazy(async () => ({ default: (await import('./lag-chart.tsx')).LagChart }));

interface LaneLagChartProps {
  sync: Sync;
  selected: SelectedLane;
  status: SyncStatus;
  detail: LaneDetail;
  laneRead: Pick<Read<unknown>, 'refreshFailure' | 'reload' | 'loading'>;
}

/** Shows the chart of the lag and the error of the last attempt. */
function LaneLagChart({ sync, selected: { lane }, status, detail, laneRead }: LaneLagChartProps) {
  const { t } = useTexts();
  const { span, setSpan } = sync;
  // The server's clock, advanced by the time since the last update, because the stream is silent while nothing changes.
  const now = new Date(
    Date.parse(status.time) + (sync.receivedAt ? Date.now() - sync.receivedAt.getTime() : 0),
  ).toISOString();
  const points = [...detail.samples, { time: now, lagMs: lane.lagMs }];
  return (
    <div className="flex min-w-0 flex-col px-4 py-2.5">
      <div className="mb-1 flex items-center gap-2">
        <h3 className="text-xs font-medium text-ink-2">{t(`sync.lagIn.${lagUnitFor(points)}`)}</h3>
        <RefreshFailedStatus {...laneRead} />
        <span className="ml-auto">
          <Segmented
            aria-label={t('sync.spanLabel')}
            value={span}
            onChange={setSpan}
            options={chartSpans.map((value) => ({ value, label: t(`sync.span.${value}`) }))}
          />
        </span>
      </div>
      <div className="h-46">
        <Suspense>
          <LagChart
            points={points}
            span={span}
            now={now}
            failingSince={lane.failingSince}
            behindAfterMs={detail.behindAfterMs}
          />
        </Suspense>
      </div>
      {detail.samples.length === 0 && <p className="text-xs text-ink-3">{t('sync.noSamples')}</p>}
      <LaneError lane={lane} detail={detail} />
    </div>
  );
}

type Delivery = Schemas['Delivery'];

/** Lists the results of the last attempts, newest first. */
function LaneAttempts({ detail }: { detail: LaneDetail | undefined }) {
  const { t } = useTexts();
  const attempts = detail?.deliveries ?? [];
  return (
    <div className="flex min-h-0 min-w-0 flex-col px-4 py-2.5">
      <h3 className="mb-1 text-xs font-medium text-ink-2">{t('sync.tries')}</h3>
      {detail && attempts.length === 0 && <p className="text-xs text-ink-3">{t('sync.noTries')}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list must be scrollable by keyboard */}
      <ul tabIndex={0} aria-label={t('sync.tries')} className="-mx-1 max-h-66 min-h-0 overflow-y-auto px-1">
        {attempts.map((delivery) => (
          <AttemptLine key={delivery.id} delivery={delivery} />
        ))}
      </ul>
    </div>
  );
}

function AttemptLine({ delivery }: { delivery: Delivery }) {
  const { t } = useTexts();
  const { time, outcome, attempt, status, error, kind, reason, record, duration } = delivery;
  const outcomeText = t(`sync.outcome.${outcome}`, { n: attempt });
  const statusText = status ?? (error ? t(`sync.short.${shortTextKeyOf(failureCauseOf(error))}`) : '');
  const tooltipParts = [
    fullTime(time),
    record && `${record.code ?? record.recordId} v${record.version}`,
    outcome !== 'skipped' && `${number(duration)} ms`,
    reason ?? error,
  ];
  return (
    <li title={tooltipParts.filter(Boolean).join(' · ')} className="flex h-6.5 items-center gap-2 text-xs">
      <Dot tone={outcomeTones[outcome]} />
      <time dateTime={time} className="font-mono">
        {formatTimeOfDay(time)}
      </time>
      <span
        className={cx(
          'min-w-0 truncate',
          typeof statusText === 'number' && 'font-mono',
          outcome === 'delivered' && 'text-ink-2',
        )}
      >
        {statusText}
      </span>
      <span className="ml-auto flex-none text-ink-3">
        {kind === 'change' ? outcomeText : `${t(`sync.kindOfTry.${kind}`)} · ${outcomeText}`}
      </span>
    </li>
  );
}

/** Explains why the last attempt failed, what happens next, and which change is affected. */
function LaneError({ lane, detail }: { lane: Lane; detail: LaneDetail }) {
  const { t } = useTexts();
  const { attempts, parked, lastError } = lane;
  if (!lastError || (attempts === 0 && !parked)) return null;
  const status = httpStatusOf(lastError);
  const sentences = [
    t(`sync.error.${failureCauseOf(lastError)}`),
    t('sync.othersGoOn'),
    parked ? t('sync.isParked') : t('sync.willRetry', { tries: detail.tries }),
  ];
  return (
    <div className="mt-2.5">
      <Note tone={lane.state === 'behind' ? 'warn' : 'bad'}>
        {status && <b className="mr-2 font-medium">HTTP {status}</b>}
        {sentences.join(t('sync.afterSentence'))}
        {!status && (
          <span lang="en" className="block font-mono text-2xs leading-[18px] text-ink-2">
            {lastError}
          </span>
        )}
        {detail.current && <BlockingChange record={detail.current} />}
      </Note>
    </div>
  );
}

type BlockingChange = NonNullable<LaneDetail['current']>;

/** Shows the change that blocks the lane, with a link to its record. */
function BlockingChange({ record }: { record: BlockingChange }) {
  const { t } = useTexts();
  const { can } = useSession();
  const { entity, recordId, code, action, version, position } = record;
  const recordName = code ?? `#${recordId}`;
  return (
    <span className="mt-0.5 block text-ink-2">
      {t('sync.standsAt')}{' '}
      {can(`${entity}:read`) && action !== 'delete' ? (
        <Link
          // The lists of all entities open the card of the record in their URL.
          to={routes[entity]}
          search={{ id: recordId, panel: 'view' }}
          className={`${linkClass} font-mono`}
        >
          {recordName}
        </Link>
      ) : (
        <span className="font-mono font-medium">{recordName}</span>
      )}{' '}
      {t('sync.recordText', { action: t(`act.${action}`), version, position: number(position) })}
    </span>
  );
}

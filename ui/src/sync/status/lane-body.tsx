import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { routes, type Schemas } from '#api/facts.gen.ts';
import { fullTime, number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { cx } from '#kit/cx.ts';
import { Dot, type DotTone } from '#kit/display/status-mark.tsx';
import { Segmented } from '#kit/fields/segmented.tsx';
import { Note } from '#kit/messages/note.tsx';
import { ErrorState } from '#kit/messages/page-state.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import { useSession } from '#session/use-session.ts';
import { causeOf, shortCause, statusOf } from './causes.ts';
import { clock } from './durations.ts';
import { unitOf } from './lag-course.ts';
import { LaneFacts } from './lane-facts.tsx';
import { LaneHead } from './lane-head.tsx';
import type { ChosenLane } from './lane-panel.tsx';
import type { Lane, SyncStatus } from './lanes.ts';
import { spans } from './sync-search.ts';
import { type LaneDetail, useLane } from './use-lane.ts';
import type { Sync } from './use-sync.ts';

interface Props {
  sync: Sync;
  status: SyncStatus;
  chosen: ChosenLane;
}

/** Facts, course and tries of one cell, with all that can be done about it. */
export function LaneBody({ sync, status, chosen }: Props) {
  const { t } = useTexts();
  const { lane, subscriber } = chosen;
  const key = { subscriber: subscriber.id, kind: lane.entity };
  const { data, problem, loading, reload } = useLane(key, sync.span, lane);
  const refresh = () => {
    sync.refresh();
    reload();
  };
  return (
    <>
      <LaneHead chosen={chosen} status={status} detail={data} refresh={refresh} />
      {!data && problem ? (
        <ErrorState
          title={t('sync.laneFailed', { problem: problem.message })}
          onRetry={reload}
          retrying={loading}
          errorKey={problem.key}
          traceId={problem.traceId}
        />
      ) : (
        <div className="grid min-h-0 flex-1 grid-cols-[272px_minmax(0,1fr)_216px] divide-x divide-line xl:grid-cols-[300px_minmax(0,1fr)_248px]">
          <LaneFacts chosen={chosen} status={status} detail={data} refresh={refresh} />
          {data ? (
            <LaneCourse sync={sync} chosen={chosen} status={status} detail={data} />
          ) : (
            <div className="p-4">
              <Skeleton width="24%" className="animate-fade-in-delayed" />
            </div>
          )}
          <LaneTries detail={data} />
        </div>
      )}
    </>
  );
}

// scales and shapes are needed where a course is drawn, and nowhere else
const LagChart = lazy(async () => ({ default: (await import('./lag-chart.tsx')).LagChart }));

interface LaneCourseProps {
  sync: Sync;
  chosen: ChosenLane;
  status: SyncStatus;
  detail: LaneDetail;
}

/** The course of the lag, and what the last try failed of. */
function LaneCourse({ sync, chosen: { lane }, status, detail }: LaneCourseProps) {
  const { t } = useTexts();
  const { span, setSpan } = sync;
  // by the server's clock; while nothing changes no news comes, but time goes on
  const now = new Date(Date.parse(status.time) + (sync.time ? Date.now() - sync.time.getTime() : 0)).toISOString();
  const points = [...detail.samples, { time: now, lagMs: lane.lagMs }];
  return (
    <div className="flex min-w-0 flex-col px-4 py-2.5">
      <div className="mb-1 flex items-center gap-2">
        <h3 className="text-xs font-medium text-ink-2">{t(`sync.lagIn.${unitOf(points)}`)}</h3>
        <span className="ml-auto">
          <Segmented
            aria-label={t('sync.spanLabel')}
            value={span}
            onChange={setSpan}
            options={spans.map((value) => ({ value, label: t(`sync.span.${value}`) }))}
          />
        </span>
      </div>
      <div className="h-46">
        <Suspense>
          <LagChart points={points} span={span} now={now} failingSince={lane.failingSince} />
        </Suspense>
      </div>
      {detail.samples.length === 0 && <p className="text-xs text-ink-3">{t('sync.noSamples')}</p>}
      <LaneError lane={lane} detail={detail} />
    </div>
  );
}

type Delivery = Schemas['Delivery'];

const tones: Record<Delivery['outcome'], DotTone> = {
  delivered: 'ok',
  failed: 'bad',
  parked: 'bad',
  gone: 'bad',
  skipped: 'idle',
  lost: 'warn',
};

/** What came of the last tries, newest first. */
function LaneTries({ detail }: { detail: LaneDetail | undefined }) {
  const { t } = useTexts();
  const tries = detail?.deliveries ?? [];
  return (
    <div className="flex min-h-0 min-w-0 flex-col px-4 py-2.5">
      <h3 className="mb-1 text-xs font-medium text-ink-2">{t('sync.tries')}</h3>
      {detail && tries.length === 0 && <p className="text-xs text-ink-3">{t('sync.noTries')}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is scrolled by keys too */}
      <ul tabIndex={0} aria-label={t('sync.tries')} className="-mx-1 max-h-66 min-h-0 overflow-y-auto px-1">
        {tries.map((each) => (
          <Try key={each.id} delivery={each} />
        ))}
      </ul>
    </div>
  );
}

function Try({ delivery }: { delivery: Delivery }) {
  const { t } = useTexts();
  const { time, outcome, attempt, status, error, kind, reason, record, duration } = delivery;
  const word = t(`sync.outcome.${outcome}`, { n: attempt });
  const code = status ?? (error ? t(`sync.short.${shortCause(causeOf(error))}`) : '');
  const hint = [
    fullTime(time),
    record && `${record.code ?? record.recordId} v${record.version}`,
    outcome !== 'skipped' && `${number(duration)} ms`,
    reason ?? error,
  ];
  return (
    <li title={hint.filter(Boolean).join(' · ')} className="flex h-6.5 items-center gap-2 text-xs">
      <Dot tone={tones[outcome]} />
      <time dateTime={time} className="font-mono">
        {clock(time)}
      </time>
      <span
        className={cx(
          'min-w-0 truncate',
          typeof code === 'number' && 'font-mono',
          outcome === 'delivered' && 'text-ink-2',
        )}
      >
        {code}
      </span>
      <span className="ml-auto flex-none text-ink-3">
        {kind === 'change' ? word : `${t(`sync.kindOfTry.${kind}`)} · ${word}`}
      </span>
    </li>
  );
}

/** What the last try failed of, in plain words, what follows, and which change it is about. */
function LaneError({ lane, detail }: { lane: Lane; detail: LaneDetail }) {
  const { t } = useTexts();
  const { attempts, parked, lastError } = lane;
  if (!lastError || (attempts === 0 && !parked)) return null;
  const status = statusOf(lastError);
  const sentences = [
    t(`sync.error.${causeOf(lastError)}`),
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
        {detail.current && <Current record={detail.current} />}
      </Note>
    </div>
  );
}

type Current = NonNullable<LaneDetail['current']>;

/** The change that everything waits for, as the way to its record. */
function Current({ record }: { record: Current }) {
  const { t } = useTexts();
  const { can } = useSession();
  const { entity, recordId, code, action, version, position } = record;
  const name = code ?? `#${recordId}`;
  return (
    <span className="mt-0.5 block text-ink-2">
      {t('sync.standsAt')}{' '}
      {can(`${entity}:read`) && action !== 'delete' ? (
        <Link
          // the lists of all kinds take the record beside them from their address
          to={routes[entity]}
          search={{ id: recordId, panel: 'view' }}
          className={`${linkClass} font-mono`}
        >
          {name}
        </Link>
      ) : (
        <span className="font-mono font-medium">{name}</span>
      )}{' '}
      {t('sync.recordText', { action: t(`act.${action}`), version, position: number(position) })}
    </span>
  );
}

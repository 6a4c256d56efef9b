import { Link } from '@tanstack/react-router';
import { readOnceOptions } from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import { useTexts } from '#i18n/i18n.ts';
import { LinkButton, linkClass } from '#kit/buttons/link-button.tsx';
import { cx } from '#kit/cx.ts';
import { Panel } from '#kit/display/panel.tsx';
import { StatusMark } from '#kit/display/status-mark.tsx';
import { moveFocusByArrows } from '#kit/lists/move-focus-by-arrows.ts';
import { api } from '#session/session.ts';
import { formatLagWithUnits } from './lag-format.ts';
import { findMostUrgentLane, type Subscriber, type SyncState, stateTones } from './lanes.ts';
import { Trend } from './trend.tsx';

const lagTextClasses: Record<SyncState, string> = {
  healthy: 'text-ink-2',
  behind: 'text-warn-ink',
  failed: 'font-medium text-bad-ink',
  paused: 'text-ink-3',
};

/** Shows each subscriber's lag on the home page, as of when the page was loaded. */
export function SyncLagPanel() {
  const { t } = useTexts();
  const { data, problem, reload } = useRead({
    ...readOnceOptions,
    queryKey: ['sync status'],
    queryFn: async ({ signal }) => (await api.GET('/api/v1/sync-status', { signal })).data,
  });
  const syncStatusLink = (
    <Link to="/sync-status" className={`${linkClass} text-xs`}>
      {t('sync.panelAll')}
    </Link>
  );
  return (
    <Panel flush title={t('sync.panel')} note={t('sync.column.trend')} aside={syncStatusLink}>
      {problem && !data ? (
        <p className="flex gap-2 px-4 py-3 text-ink-3">
          {t('sync.panelFailed')} <LinkButton onClick={reload}>{t('common.retry')}</LinkButton>
        </p>
      ) : data?.subscribers.length === 0 ? (
        <p className="px-4 py-3 text-ink-3">{t('sync.empty')}</p>
      ) : (
        <ul className={cx('py-1', !data && 'min-h-33')} onKeyDown={moveFocusByArrows}>
          {data?.subscribers.map((subscriber) => (
            <li key={subscriber.id}>
              <SubscriberLine subscriber={subscriber} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function SubscriberLine({ subscriber }: { subscriber: Subscriber }) {
  const { t } = useTexts();
  const { name, state, lagMs, trend, lanes } = subscriber;
  const laneKey = findMostUrgentLane(
    [subscriber],
    lanes.map(({ entity }) => entity),
  );
  const stateText =
    state === 'failed' ? t('sync.state.failed') : state === 'paused' ? t('sync.paused') : formatLagWithUnits(lagMs);
  return (
    <Link
      data-item
      to="/sync-status"
      search={laneKey ?? {}}
      className="grid h-8.25 pointer-coarse:h-10 grid-cols-[minmax(0,1fr)_108px_minmax(0,96px)] max-sm:grid-cols-[minmax(0,1fr)_72px_auto] items-center gap-4 px-4 -outline-offset-2 hover:bg-hover"
    >
      <span className="min-w-0 truncate flex items-center gap-2">
        <StatusMark status={stateTones[state]} label={<span className="sr-only">{t(`sync.state.${state}`)}</span>} />
        <span className="min-w-0 truncate font-mono text-xs">{name}</span>
      </span>
      <Trend trend={trend} state={state} />
      <span className={`text-end text-xs whitespace-nowrap ${lagTextClasses[state]}`}>{stateText}</span>
    </Link>
  );
}

import { Link } from '@tanstack/react-router';
import { routes } from '#api/facts.gen.ts';
import { fullTime, number, shortSeconds, shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Figure } from '#kit/cells.tsx';
import { DefinitionList } from '#kit/definition-list.tsx';
import { linkClass } from '#kit/link-button.tsx';
import { useSession } from '#session/use-session.ts';
import { clock } from './durations.ts';
import type { ChosenLane } from './lane-panel.tsx';
import type { SyncStatus } from './lanes.ts';
import { ReplayProgress } from './replay-progress.tsx';
import type { LaneDetail } from './use-lane.ts';

interface Props {
  chosen: ChosenLane;
  status: SyncStatus;
  detail: LaneDetail | undefined;
  refresh: () => void;
}

/** Where the lane stands, what it waits for, where it goes. */
export function LaneFacts({ chosen, status, detail, refresh }: Props) {
  const { t } = useTexts();
  const { can } = useSession();
  const { lane, subscriber } = chosen;
  const { position, backlog, lastSuccess, rate, replay } = lane;
  return (
    <div className="min-w-0 px-4 py-2">
      {replay !== null && <ReplayProgress key={replay} id={replay} onDone={refresh} />}
      <DefinitionList
        termWidth={96}
        items={[
          { term: t('sync.position'), value: <Figure>{number(position)}</Figure> },
          { term: t('sync.newest'), value: <Figure>{number(status.head)}</Figure> },
          { term: t('sync.backlog'), value: t('sync.rows', { n: number(backlog) }) },
          { term: t('sync.rate'), value: t('sync.perMinute', { rate: number(Math.round(rate * 10) / 10) }) },
          { term: t('sync.lastSuccess'), value: lastSuccess ? <Moment iso={lastSuccess} /> : t('sync.never') },
          ...(lane.attempts > 0 || lane.parked
            ? [{ term: t('sync.nextTry'), value: <NextTry chosen={chosen} detail={detail} /> }]
            : []),
          {
            term: t('sync.address'),
            value: detail && <span className="font-mono text-xs">{detail.subscriber.url}</span>,
          },
        ]}
      />
      {can('data_subscriber:read') && (
        <Link
          to={routes.data_subscriber}
          search={{ id: subscriber.id }}
          className={`${linkClass} mt-1.5 inline-block text-xs`}
        >
          {t('sync.subscriberLink', { name: subscriber.name })}
        </Link>
      )}
    </div>
  );
}

/** 今天 14:26:11 */
function Moment({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={fullTime(iso)}>
      {shortTime(iso)}
      {shortSeconds(iso)}
    </time>
  );
}

function NextTry({ chosen: { lane, subscriber }, detail }: Pick<Props, 'chosen' | 'detail'>) {
  const { t } = useTexts();
  const { parked, paused, attempts, nextTime } = lane;
  if (parked) return <span className="text-bad-ink">{t('sync.nextParked')}</span>;
  if (paused || !subscriber.active) return t('sync.nextPaused');
  return (
    <>
      {nextTime ? <time dateTime={nextTime}>{clock(nextTime)}</time> : t('sync.nextSoon')}
      {detail && (
        <span className="text-xs text-ink-3">{t('sync.nextTryOf', { n: attempts + 1, tries: detail.tries })}</span>
      )}
    </>
  );
}

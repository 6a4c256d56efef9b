import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { routes } from '#api/metadata.gen.ts';
import { toProblem } from '#api/problem.ts';
import { notify } from '#crud/notify.ts';
import { pollingOptions } from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import { fullTime, number, shortSeconds, shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { DefinitionList } from '#kit/display/definition-list.tsx';
import { ProgressBar } from '#kit/messages/progress-line.tsx';
import { NumberText } from '#kit/table/cells.tsx';
import { api } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import { formatTimeOfDay } from './lag-format.ts';
import type { SelectedLane, SyncStatus } from './lanes.ts';
import type { LaneDetail } from './use-lane.ts';

interface Props {
  selected: SelectedLane;
  status: SyncStatus;
  detail: LaneDetail | undefined;
  refresh: () => void;
}

/** Shows the position, backlog, next attempt and address of the lane. */
export function LaneFacts({ selected, status, detail, refresh }: Props) {
  const { t } = useTexts();
  const { can } = useSession();
  const { lane, subscriber, entityName } = selected;
  const { position, backlog, waiting, lastSuccess, rate, replay } = lane;
  return (
    <div className="min-w-0 px-4 py-2">
      {replay !== null && (
        <ReplayProgress key={replay} id={replay} lane={{ name: subscriber.name, kind: entityName }} onDone={refresh} />
      )}
      <DefinitionList
        termWidth={96}
        items={[
          { term: t('sync.position'), value: <NumberText>{number(position)}</NumberText> },
          { term: t('sync.newest'), value: <NumberText>{number(status.head)}</NumberText> },
          { term: t('sync.backlog'), value: t('sync.rows', { n: number(backlog) }) },
          ...(waiting > 0
            ? [{ term: t('sync.waiting'), value: t('sync.waitingFor', { count: waiting, n: number(waiting) }) }]
            : []),
          { term: t('sync.rate'), value: t('sync.perMinute', { rate: number(Math.round(rate * 10) / 10) }) },
          {
            term: t(subscriber.pullsOnly ? 'sync.lastPull' : 'sync.lastSuccess'),
            value: lastSuccess ? <DateTime iso={lastSuccess} /> : t('sync.never'),
          },
          ...(lane.attempts > 0 || lane.parked
            ? [{ term: t('sync.nextTry'), value: <NextAttempt selected={selected} detail={detail} /> }]
            : []),
          {
            term: t('sync.address'),
            value: subscriber.pullsOnly
              ? t('sync.pullsOnly')
              : detail?.subscriber.url && <Url>{detail.subscriber.url}</Url>,
          },
        ]}
      />
      {can('data_subscriber:read') && (
        <Link
          to={routes.data_subscriber}
          search={{ id: subscriber.id }}
          className={`${linkClass} relative mt-1.5 inline-block text-xs`}
        >
          {t('sync.subscriberLink', { name: subscriber.name })}
        </Link>
      )}
    </div>
  );
}

/** A URL that is broken after the characters that separate its parts; `wbr` leaves the copied text as it is. */
const Url = ({ children }: { children: string }) => (
  <span className="font-mono text-xs">
    {children.split(/(?<=[/.?&=-])(?=[^/])/).map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their position
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </span>
);

/** Shows a time with seconds: 今天 14:26:11. */
function DateTime({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={fullTime(iso)}>
      {shortTime(iso)}
      {shortSeconds(iso)}
    </time>
  );
}

function NextAttempt({ selected: { lane, subscriber }, detail }: Pick<Props, 'selected' | 'detail'>) {
  const { t } = useTexts();
  const { parked, paused, attempts, nextTime } = lane;
  if (parked) return <span className="text-bad-ink">{t('sync.nextParked')}</span>;
  if (paused || !subscriber.active) return t('sync.nextPaused');
  return (
    <>
      {nextTime ? <time dateTime={nextTime}>{formatTimeOfDay(nextTime)}</time> : t('sync.nextSoon')}
      {detail && (
        <span className="text-xs text-ink-3">{t('sync.nextTryOf', { n: attempts + 1, tries: detail.tries })}</span>
      )}
    </>
  );
}

const POLL_MS = 1000;

interface ReplayProgressProps {
  id: number;
  /** The texts that name the lane in messages. */
  lane: { name: string; kind: string };
  onDone: () => void;
}

/** Shows the progress of a lane's replay, with a button to cancel it. */
function ReplayProgress({ id, lane, onDone }: ReplayProgressProps) {
  const { t, language } = useTexts();
  const { can, denialReason } = useSession();
  const [busy, setBusy] = useState(false);
  const path = { params: { path: { id } } };
  const { data, reload } = useRead({
    ...pollingOptions(POLL_MS),
    queryKey: ['replay', id],
    queryFn: async ({ signal }) => (await api.GET('/api/v1/tasks/{id}', { ...path, signal })).data.task,
    enabled: can('task:read'),
  });

  async function cancel(): Promise<void> {
    setBusy(true);
    try {
      await api.POST('/api/v1/tasks/{id}/cancel', path);
      notify.success(t('sync.replayCancelled', lane));
    } catch (error) {
      const problem = toProblem(error, language);
      // The replay ended before it could be cancelled.
      if (problem.status === 409) notify.warning(t('sync.replayOver', lane));
      else notify.error(problem.message);
    } finally {
      setBusy(false);
      reload();
      onDone();
    }
  }

  const from = data?.params.from;
  return (
    <div className="mb-2 flex flex-col gap-1.5 border-b border-line pt-1 pb-2.5 text-xs">
      <div className="flex items-center gap-2">
        <span className="font-medium">{t('sync.replayRunning')}</span>
        {from !== undefined && (
          <span className="min-w-0 truncate text-ink-3">{t('sync.replayFrom', { from: number(from) })}</span>
        )}
        <Button
          size="sm"
          className="ml-auto"
          disabledReason={denialReason('task:cancel')}
          busy={busy || data?.cancelling}
          onClick={() => void cancel()}
        >
          {t(data?.cancelling ? 'sync.replayCancelling' : 'sync.replayCancel')}
        </Button>
      </div>
      {data && (
        <>
          <ProgressBar aria-label={t('sync.replayRunning')} value={data.progress} max={data.total ?? 1} />
          <span className="text-ink-3">
            {data.status === 'queued' || data.total === null
              ? t('sync.replayQueued')
              : t('sync.replayProgress', { done: number(data.progress), total: number(data.total) })}
          </span>
        </>
      )}
    </div>
  );
}

import { shortSeconds, shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { Dot } from '#kit/display/status-mark.tsx';
import type { StreamResult } from './use-stream.ts';

type StreamStatusProps = Pick<StreamResult<unknown>, 'isLive' | 'receivedAt' | 'problem' | 'refresh'>;

/** Shows beside a page's title whether its data is live, polled or out of date, and offers to try again. */
export function StreamStatus({ isLive, receivedAt, problem, refresh }: StreamStatusProps) {
  const { t } = useTexts();
  const iso = receivedAt?.toISOString();
  const time = iso && `${shortTime(iso)}${shortSeconds(iso)}`;
  if (!isLive && problem) {
    const isDisconnected = problem.status === 0;
    const text = time ? t(isDisconnected ? 'live.stale' : 'live.outdated', { time }) : t('live.failed');
    const reason = isDisconnected && time ? '' : ` · ${problem.message}`;
    return (
      <span role="status" className="flex min-w-0 items-center gap-1.5 text-xs text-ink-3">
        <Dot tone="bad" />
        <span title={[problem.message, problem.traceId].filter(Boolean).join(' · ')} className="min-w-0 truncate">
          {text}
          {reason}
        </span>
        <LinkButton className="flex-none" onClick={refresh}>
          {t('common.retry')}
        </LinkButton>
      </span>
    );
  }
  if (!time || isLive === undefined) return null;
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-xs text-ink-3">
      <Dot tone={isLive ? 'ok' : 'warn'} />
      <span title={t(isLive ? 'live.onHint' : 'live.pollingHint')} className="min-w-0 truncate">
        {isLive ? t('live.on') : t('live.polling', { time })}
      </span>
    </span>
  );
}

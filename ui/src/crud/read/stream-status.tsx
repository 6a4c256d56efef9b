import { useTexts } from '#i18n/i18n.ts';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { Dot } from '#kit/display/status-mark.tsx';
import type { StreamResult } from './use-stream.ts';

const twoDigits = (n: number) => String(n).padStart(2, '0');
const clockTime = (time: Date) => [time.getHours(), time.getMinutes(), time.getSeconds()].map(twoDigits).join(':');

type StreamStatusProps = Pick<StreamResult<unknown>, 'isLive' | 'time' | 'problem' | 'refresh'>;

/** Shows beside a page's title whether its data is live, polled or out of date, and offers to try again. */
export function StreamStatus({ isLive, time, problem, refresh }: StreamStatusProps) {
  const { t } = useTexts();
  if (!time || isLive === undefined) return null;
  const timeParam = { time: clockTime(time) };
  const [tone, text, hint] = isLive
    ? (['ok', t('live.on'), t('live.onHint')] as const)
    : problem
      ? (['bad', t('live.stale', timeParam), problem.message] as const)
      : (['warn', t('live.polling', timeParam), t('live.pollingHint')] as const);
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-xs text-ink-3">
      <Dot tone={tone} />
      <span title={hint} className="min-w-0 truncate">
        {text}
      </span>
      {tone === 'bad' && (
        <LinkButton className="flex-none" onClick={refresh}>
          {t('common.retry')}
        </LinkButton>
      )}
    </span>
  );
}

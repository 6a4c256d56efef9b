import { useTexts } from '#i18n/i18n.ts';
import { Dot } from '#kit/display/status-mark.tsx';
import type { Streamed } from './use-stream.ts';

const twoDigits = (n: number) => String(n).padStart(2, '0');
const clockTime = (time: Date) => [time.getHours(), time.getMinutes(), time.getSeconds()].map(twoDigits).join(':');

/** Beside a page's title: whether what it shows is live, polled or no longer up to date. */
export function StreamStatus({ live, time, problem }: Pick<Streamed<unknown>, 'live' | 'time' | 'problem'>) {
  const { t } = useTexts();
  if (!time || live === undefined) return null;
  const at = { time: clockTime(time) };
  const [tone, text, hint] = live
    ? (['ok', t('live.on'), t('live.onHint')] as const)
    : problem
      ? (['bad', t('live.stale', at), problem.message] as const)
      : (['warn', t('live.polling', at), t('live.pollingHint')] as const);
  return (
    <span title={hint} className="flex items-center gap-1.5 text-xs text-ink-3">
      <Dot tone={tone} />
      {text}
    </span>
  );
}

import { serverNow } from '#api/server-time.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { ProgressBar } from '#kit/messages/progress-line.tsx';
import { remainingMs, type Task } from './task.ts';
import { formatDuration } from './task-text.ts';

/** A progress bar with figures below, of constant height. */
export function TaskProgress({ task }: { task: Task }) {
  const { t } = useTexts();
  const { progress, total, cancelling } = task;
  const remaining = remainingMs(task, serverNow());
  const note = cancelling
    ? t('task.cancelling')
    : remaining === null
      ? ''
      : t('task.left', { time: formatDuration(remaining) });
  const fraction = total ? Math.floor((Math.min(progress, total) / total) * 100) : 0;
  return (
    <div className="w-full">
      <ProgressBar value={progress} max={total ?? 0} aria-label={t('task.column.progress')} />
      <div className="mt-1 flex gap-2 text-xs text-ink-3 tabular-nums">
        <span>{total === null ? number(progress) : `${number(progress)} / ${number(total)}`}</span>
        <span className="min-w-0 truncate ml-auto">{note || (total ? `${fraction} %` : '')}</span>
      </div>
    </div>
  );
}

import { bytesText, number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { ProgressBar } from '#kit/messages/progress-line.tsx';
import type { Import } from './import.ts';

/** The progress of the background task, in bytes while staging and in rows otherwise. */
export function WorkProgress({ importJob: { status, progress } }: { importJob: Import }) {
  const { t } = useTexts();
  const { done = 0, total = null } = progress ?? {};
  const format = status === 'staging' ? bytesText : number;
  const progressText = total === null ? format(done) : `${format(done)} / ${format(total)}`;
  const text = status === 'staging' ? progressText : t('imports.work.rows', { n: progressText });
  return (
    <div className="w-full">
      <ProgressBar value={done} max={total ?? 0} aria-label={t('imports.column.result')} />
      <div className="mt-1 flex gap-2 text-xs text-ink-3 tabular-nums">
        {progress ? <span>{text}</span> : <span>{t('task.status.queued')}</span>}
        {total !== null && total > 0 && (
          <span className="ml-auto">{Math.floor((Math.min(done, total) / total) * 100)} %</span>
        )}
      </div>
    </div>
  );
}

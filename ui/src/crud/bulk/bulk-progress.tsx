import { useEffect, useRef, useState } from 'react';
import { refreshReads } from '#crud/read/query-client.ts';
import { useAction } from '#crud/use-action.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon, type IconName } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { ProgressBar } from '#kit/messages/progress-line.tsx';
import { api } from '#session/session.ts';
import { type BulkChange, closeBulkChange, formatOutcome, isRunning, useBulkChange } from './bulk-changes.ts';
import { BulkReportDialog } from './bulk-report.tsx';

/** The actions on all matches that the user started, on every page until they are closed. */
export function BulkProgress({ ids }: { ids: readonly number[] }) {
  const { t } = useTexts();
  return (
    <section
      aria-label={t('bulk.region')}
      className="pointer-events-none fixed right-4 bottom-17 z-(--z-pop) flex w-84 max-w-[calc(100%-2rem)] flex-col gap-2"
    >
      {ids.map((id) => (
        <FollowedBulkChange key={id} id={id} />
      ))}
    </section>
  );
}

function FollowedBulkChange({ id }: { id: number }) {
  const { data, problem } = useBulkChange(id);
  const hasEnded = data !== undefined && !isRunning(data);
  const wasRunning = useRef(false);
  useEffect(() => {
    // it belongs to somebody else, or is past its retention period
    if (problem?.status === 404) closeBulkChange(id);
  }, [problem, id]);
  useEffect(() => {
    if (data && !hasEnded) wasRunning.current = true;
    if (!hasEnded || !wasRunning.current) return;
    wasRunning.current = false;
    refreshReads();
  }, [data, hasEnded]);
  return data ? <Card bulkChange={data} /> : null;
}

const ENDED_ICONS: Partial<Record<BulkChange['status'], { name: IconName; className: string }>> = {
  done: { name: 'check', className: 'text-ok-ink' },
  failed: { name: 'warning', className: 'text-bad-ink' },
  cancelled: { name: 'stop', className: 'text-ink-3' },
};

function Card({ bulkChange }: { bulkChange: BulkChange }) {
  const { t } = useTexts();
  const [showsReport, setShowsReport] = useState(false);
  const { run, busy } = useAction();
  const { id, entity, action, status, cancelling, total, done, proposed, left, causes } = bulkChange;
  const title = t('bulk.title', { action: t(`event.${action}`), kind: t(`entity.${entity}.many`) });
  const processed = done + proposed + left;
  const icon =
    left > 0 && status === 'done' ? { name: 'info' as const, className: 'text-warn-ink' } : ENDED_ICONS[status];
  const stop = () => void run(() => api.POST('/api/v1/bulk-changes/{id}/cancel', { params: { path: { id } } }), null);
  return (
    <div className="animate-fade-in pointer-events-auto rounded-md bg-raised px-3.5 py-2.5 shadow-3 inset-ring inset-ring-line">
      <div className="flex items-center gap-2">
        {icon && <Icon name={icon.name} className={icon.className} />}
        <span className="min-w-0 flex-1 truncate font-medium">{title}</span>
        {isRunning(bulkChange) ? (
          <Button size="sm" variant="ghost" busy={busy || cancelling} onClick={stop}>
            {t('bulk.stop')}
          </Button>
        ) : (
          <button
            type="button"
            aria-label={t('common.close')}
            onClick={() => closeBulkChange(id)}
            className="grid size-7 flex-none place-items-center rounded-sm text-ink-3 hover:bg-hover pointer-coarse:size-10"
          >
            <Icon name="close" size={14} />
          </button>
        )}
      </div>
      {isRunning(bulkChange) ? (
        <div className="mt-1.5 flex flex-col gap-1">
          <ProgressBar value={processed} max={total} aria-label={title} />
          <span className="text-xs text-ink-3 tabular-nums">
            {status === 'queued'
              ? t('bulk.queued')
              : t('bulk.progress', { n: number(processed), total: number(total) })}
          </span>
        </div>
      ) : (
        <div className="mt-0.5 flex items-center gap-2">
          <span role="status" className={cx('min-w-0 flex-1', status === 'failed' && 'text-bad-ink')}>
            {status === 'failed' && `${t('bulk.failed')} `}
            {formatOutcome(bulkChange)}
          </span>
          {causes.length > 0 && (
            <Button size="sm" onClick={() => setShowsReport(true)}>
              {t('bulk.report')}
            </Button>
          )}
        </div>
      )}
      <BulkReportDialog bulkChange={bulkChange} open={showsReport} onClose={() => setShowsReport(false)} />
    </div>
  );
}

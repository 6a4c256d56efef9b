import { type ReactNode, useEffect, useRef, useState } from 'react';
import { refreshReads } from '#crud/read/query-client.ts';
import { useAction } from '#crud/use-action.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon, type IconName } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { ProgressBar } from '#kit/messages/progress-line.tsx';
import { api } from '#session/session.ts';
import {
  type BulkChange,
  isRunning,
  unfollowBulkChange,
  useBulkChange,
  wasStartedBeforeReload,
} from './bulk-changes.ts';
import { BulkReportDialog, formatOutcome } from './bulk-report.tsx';

/** The actions on all matches that the user started, on every page until they are closed. */
export function BulkProgress({ ids }: { ids: readonly number[] }) {
  const { t } = useTexts();

  function close(id: number): void {
    const index = ids.indexOf(id);
    const neighbor = ids[index + 1] ?? ids[index - 1];
    // the focused button disappears with its card
    if (document.getElementById(cardId(id))?.contains(document.activeElement))
      document.getElementById(neighbor === undefined ? 'page' : cardId(neighbor))?.focus();
    unfollowBulkChange(id);
  }
  return (
    <section
      aria-label={t('bulk.region')}
      className="pointer-events-none fixed right-4 bottom-17 z-(--z-pop) flex w-84 max-w-[calc(100%-2rem)] flex-col gap-2"
    >
      {ids.map((id) => (
        <FollowedBulkChange key={id} id={id} onClose={() => close(id)} />
      ))}
    </section>
  );
}

const cardId = (id: number): string => `bulk-change-${id}`;

function FollowedBulkChange({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTexts();
  const { data, problem } = useBulkChange(id);
  const hasEnded = data !== undefined && !isRunning(data);
  // it may end before the first answer; after a reload, the page has read what it changed
  const wasRunning = useRef(!wasStartedBeforeReload(id));
  useEffect(() => {
    // it belongs to somebody else, or is past its retention period
    if (problem?.status === 404) unfollowBulkChange(id);
  }, [problem, id]);
  useEffect(() => {
    if (data && !hasEnded) wasRunning.current = true;
    if (!hasEnded || !wasRunning.current) return;
    wasRunning.current = false;
    refreshReads();
  }, [data, hasEnded]);
  if (problem && problem.status !== 404)
    return (
      <CardFrame
        id={id}
        icon={<Icon name="warning" className="text-bad-ink" />}
        title={t('bulk.notLoaded')}
        button={closeButton(t('common.close'), onClose)}
      >
        <p role="status" className="mt-0.5 text-xs text-ink-3">
          {problem.message}
        </p>
      </CardFrame>
    );
  return data ? <Card bulkChange={data} onClose={onClose} /> : null;
}

interface CardFrameProps {
  id: number;
  icon: ReactNode;
  title: string;
  button: ReactNode;
  children: ReactNode;
}

function CardFrame({ id, icon, title, button, children }: CardFrameProps) {
  return (
    <div
      id={cardId(id)}
      tabIndex={-1}
      className="animate-fade-in pointer-events-auto rounded-md bg-raised px-3.5 py-2.5 shadow-3 inset-ring inset-ring-line"
    >
      <div className="flex items-center gap-2">
        {icon}
        <span className="min-w-0 flex-1 truncate font-medium">{title}</span>
        {button}
      </div>
      {children}
    </div>
  );
}

const closeButton = (label: string, onClose: () => void) => (
  <Button size="sm" variant="ghost" aria-label={label} onClick={onClose}>
    <Icon name="close" size={14} />
  </Button>
);

const ENDED_ICONS: Partial<Record<BulkChange['status'], { name: IconName; className: string }>> = {
  done: { name: 'check', className: 'text-ok-ink' },
  failed: { name: 'warning', className: 'text-bad-ink' },
  cancelled: { name: 'stop', className: 'text-ink-3' },
};

function Card({ bulkChange, onClose }: { bulkChange: BulkChange; onClose: () => void }) {
  const { t } = useTexts();
  const [showsReport, setShowsReport] = useState(false);
  const { run, busy } = useAction();
  const { id, entity, action, status, cancelling, total, done, proposed, left: skipped, causes } = bulkChange;
  const title = t('bulk.title', { action: t(`event.${action}`), kind: t(`entity.${entity}.many`) });
  const processed = done + proposed + skipped;
  const icon =
    skipped > 0 && status === 'done' ? { name: 'info' as const, className: 'text-warn-ink' } : ENDED_ICONS[status];
  const stop = () => void run(() => api.POST('/api/v1/bulk-changes/{id}/cancel', { params: { path: { id } } }), null);
  return (
    <CardFrame
      id={id}
      icon={icon && <Icon name={icon.name} className={icon.className} />}
      title={title}
      button={
        // the same element in both states, so that it keeps the focus
        isRunning(bulkChange) ? (
          <Button size="sm" variant="ghost" busy={busy || cancelling} onClick={stop}>
            {t('bulk.stop')}
          </Button>
        ) : (
          closeButton(t('common.close'), onClose)
        )
      }
    >
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
    </CardFrame>
  );
}

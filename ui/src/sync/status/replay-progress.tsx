import { useState } from 'react';
import { toProblem } from '#api/problem.ts';
import { notify } from '#crud/notify.ts';
import { polling } from '#crud/query-client.ts';
import { useRead } from '#crud/use-read.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { ProgressBar } from '#kit/progress-line.tsx';
import { api } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';

const POLL_MS = 1000;

/** How far a lane's replay has got, and the way to stop it. Gone when the lane no longer names it. */
export function ReplayProgress({ id, onDone }: { id: number; onDone: () => void }) {
  const { t, language } = useTexts();
  const { can, refuse } = useSession();
  const [busy, setBusy] = useState(false);
  const path = { params: { path: { id } } };
  const { data, reload } = useRead({
    ...polling(POLL_MS),
    queryKey: ['replay', id],
    queryFn: async ({ signal }) => (await api.GET('/api/v1/tasks/{id}', { ...path, signal })).data.task,
    enabled: can('task:read'),
  });

  async function cancel(): Promise<void> {
    setBusy(true);
    try {
      await api.POST('/api/v1/tasks/{id}/cancel', path);
      notify.success(t('sync.replayCancelled'));
    } catch (error) {
      const problem = toProblem(error, language);
      // it came to its end before
      if (problem.status === 409) notify.warning(t('sync.replayOver'));
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
        {from !== undefined && <span className="cut text-ink-3">{t('sync.replayFrom', { from: number(from) })}</span>}
        <Button
          size="sm"
          className="ml-auto"
          refused={refuse('task:cancel')}
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

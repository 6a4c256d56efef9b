import { useState } from 'react';
import { toProblem } from '#api/problem.ts';
import { clearError, notify } from '#crud/notify.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { api } from '#session/session.ts';
import { failureCauseOf } from './failure-causes.ts';
import type { SelectedLane } from './lanes.ts';

export type LaneAction = 'test' | 'pause' | 'resume' | 'retry' | 'skip' | 'replay';

/**
 * Returns the actions on a lane, which show their result as a toast and reload the lane. Each resolves to true if its dialog
 * can close, because the action succeeded or the lane has moved on.
 */
export function useLaneActions({ subscriber, lane, entityName }: SelectedLane, refresh: () => void) {
  const { t, language } = useTexts();
  const [busy, setBusy] = useState<LaneAction>();
  const path = { subscriberId: subscriber.id, entity: lane.entity };
  const textValues = { name: subscriber.name, kind: entityName };

  async function run(action: LaneAction, send: () => Promise<unknown>, successText?: string): Promise<boolean> {
    setBusy(action);
    try {
      await send();
      if (successText) notify.success(successText);
      return true;
    } catch (error) {
      const problem = toProblem(error, language);
      if (problem.key === 'laneMoved') notify.warning(t('sync.moved', { problem: problem.message }));
      // For a 401, the session has already shown a message.
      else if (problem.status !== 401) notify.error(problem.message);
      return problem.key === 'laneMoved';
    } finally {
      setBusy(undefined);
      refresh();
    }
  }

  async function sendTest(): Promise<void> {
    const { data } = await api.POST('/api/v1/subscribers/{id}/test', { params: { path: { id: subscriber.id } } });
    const { outcome, status, duration, error } = data.delivery;
    const errorKey = `test ${subscriber.id}`;
    if (outcome === 'delivered') {
      clearError(errorKey);
      notify.success(t('sync.tested', { name: subscriber.name, status: status ?? '', ms: number(duration) }));
    } else
      notify.error(
        t('sync.testFailed', { name: subscriber.name, why: t(`sync.error.${failureCauseOf(error ?? '')}`) }),
        errorKey,
      );
  }

  const params = { params: { path } };
  return {
    busy,
    test: () => run('test', sendTest),
    pause: () =>
      run(
        'pause',
        () => api.POST('/api/v1/sync-status/{subscriberId}/{entity}/pause', params),
        t('sync.pausedDone', textValues),
      ),
    resume: () =>
      run(
        'resume',
        () => api.POST('/api/v1/sync-status/{subscriberId}/{entity}/resume', params),
        t('sync.resumedDone', textValues),
      ),
    retry: () =>
      run(
        'retry',
        () => api.POST('/api/v1/sync-status/{subscriberId}/{entity}/retry', params),
        t('sync.retried', textValues),
      ),
    skip: (position: number, reason: string) =>
      run(
        'skip',
        () => api.POST('/api/v1/sync-status/{subscriberId}/{entity}/skip', { ...params, body: { position, reason } }),
        t('sync.skipped', { ...textValues, position: number(position) }),
      ),
    replay: (from: number) =>
      run(
        'replay',
        () => api.POST('/api/v1/sync-status/{subscriberId}/{entity}/replay', { ...params, body: { from } }),
        t('sync.replayStarted', textValues),
      ),
  };
}

export type LaneActions = ReturnType<typeof useLaneActions>;

import { useState } from 'react';
import { toProblem } from '#api/problem.ts';
import { notify } from '#crud/notify.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { api } from '#session/session.ts';
import { causeOf } from './causes.ts';
import type { ChosenLane } from './lane-panel.tsx';

export type Act = 'test' | 'pause' | 'resume' | 'retry' | 'skip' | 'replay';

/**
 * What can be done about a lane. Each answers whether there is nothing more to ask: it was done, or the lane has moved on; a
 * refusal is told, and what has moved is shown anew.
 */
export function useLaneActs({ subscriber, lane, kindName }: ChosenLane, refresh: () => void) {
  const { t, language } = useTexts();
  const [busy, setBusy] = useState<Act>();
  const path = { subscriberId: subscriber.id, entity: lane.entity };
  const named = { name: subscriber.name, kind: kindName };

  async function run(act: Act, send: () => Promise<unknown>, done?: string): Promise<boolean> {
    setBusy(act);
    try {
      await send();
      if (done) notify.success(done);
      return true;
    } catch (error) {
      const problem = toProblem(error, language);
      if (problem.key === 'laneMoved') notify.warning(t('sync.moved', { problem: problem.message }));
      // signed out: the session has said so already
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
    if (outcome === 'delivered') notify.success(t('sync.tested', { status: status ?? '', ms: number(duration) }));
    else notify.error(t('sync.testFailed', { why: t(`sync.error.${causeOf(error ?? '')}`) }));
  }

  const params = { params: { path } };
  return {
    busy,
    test: () => run('test', sendTest),
    pause: () =>
      run(
        'pause',
        () => api.POST('/api/v1/sync-status/{subscriberId}/{entity}/pause', params),
        t('sync.pausedDone', named),
      ),
    resume: () =>
      run(
        'resume',
        () => api.POST('/api/v1/sync-status/{subscriberId}/{entity}/resume', params),
        t('sync.resumedDone', named),
      ),
    retry: () =>
      run('retry', () => api.POST('/api/v1/sync-status/{subscriberId}/{entity}/retry', params), t('sync.retried')),
    skip: (position: number, reason: string) =>
      run(
        'skip',
        () => api.POST('/api/v1/sync-status/{subscriberId}/{entity}/skip', { ...params, body: { position, reason } }),
        t('sync.skipped', { position: number(position) }),
      ),
    replay: (from: number) =>
      run(
        'replay',
        () => api.POST('/api/v1/sync-status/{subscriberId}/{entity}/replay', { ...params, body: { from } }),
        t('sync.replayStarted'),
      ),
  };
}

export type LaneActs = ReturnType<typeof useLaneActs>;

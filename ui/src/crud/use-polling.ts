import { useEffect } from 'react';
import { scheduleReload } from './polling.ts';
import type { Loaded } from './use-loaded.ts';

/** Reloads `pauseMs` after each answer, a failed one too, while `active` and while somebody looks at the page. */
export function usePolling(
  { loading, reload }: Pick<Loaded<unknown>, 'loading' | 'reload'>,
  pauseMs: number,
  active = true,
) {
  const waiting = active && !loading;
  useEffect(() => {
    if (waiting) return scheduleReload(reload, pauseMs);
  }, [waiting, reload, pauseMs]);
}

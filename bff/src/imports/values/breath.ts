import { setImmediate as others } from 'node:timers/promises';

/** Milliseconds for which work may hold what all requests share. */
const longest = 8;

/** A pause that is taken where others have waited long enough; called now and then by what works through much. */
export function createBreath(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < longest) return;
    await others();
    since = performance.now();
  };
}

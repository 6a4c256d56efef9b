import { setTimeout as pause } from 'node:timers/promises';
import { withinLimit } from './time-limit.ts';

/** What event streams show. */
export interface Watched<T = unknown> {
  look(): Promise<T>;
  /** What of it makes it another one than before; all of it without this. */
  essence?(seen: T): unknown;
}

/** Hears of each look. */
export interface Viewer {
  /** `text` is what there is to see, as JSON, the same string while nothing has changed. */
  see(text: string): void;
  /** Nothing could be seen: there are no more looks for this one. */
  blind(): void;
}

export interface Watch {
  /** What there is to see now, which `viewer` is shown again and again from now on, until the function is called. */
  join(viewer: Viewer): Promise<{ text: string; leave: () => void }>;
}

/**
 * One look every so many milliseconds for all who watch, and none while nobody does. `onError` hears why a look failed that nobody
 * waits for.
 */
export function createWatch(
  { look, essence = (seen) => seen }: Watched,
  every: number,
  onError: (error: unknown) => void,
): Watch {
  const viewers = new Set<Viewer>();
  let last = { essence: '', text: '' };
  let looking: Promise<string> | undefined;
  let running = false;

  const see = async (): Promise<string> => {
    const seen = await withinLimit(look);
    const now = JSON.stringify(essence(seen));
    if (now !== last.essence) last = { essence: now, text: JSON.stringify(seen) };
    return last.text;
  };
  const seeOnce = (): Promise<string> => {
    looking ??= see().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  const run = async () => {
    running = true;
    while (viewers.size > 0) {
      await pause(every, undefined, { ref: false });
      if (viewers.size === 0) break;
      try {
        const text = await seeOnce();
        for (const viewer of viewers) viewer.see(text);
      } catch (error) {
        onError(error);
        for (const viewer of viewers) viewer.blind();
        viewers.clear();
      }
    }
    running = false;
  };
  return {
    async join(viewer) {
      const text = await seeOnce();
      viewers.add(viewer);
      if (!running) void run();
      return { text, leave: () => void viewers.delete(viewer) };
    },
  };
}

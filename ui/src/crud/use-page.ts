import { useState } from 'react';
import { keepPage, seenPage } from './seen-pages.ts';
import { useLive } from './use-live.ts';
import type { Loaded } from './use-loaded.ts';

/** Loads as `useLive` does; who comes back finds what they saw last, until it is there anew. */
export function usePage<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [before] = useState(() => seenPage<T>(key));
  const loaded = useLive(key, async (signal) => keepPage(key, await load(signal)));
  return { ...loaded, data: loaded.data ?? before };
}

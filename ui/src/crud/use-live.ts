import { useEffect } from 'react';
import { onRecordsChanged } from './changes.ts';
import { type Loaded, useLoaded } from './use-loaded.ts';

/** Loads as `useLoaded` does, and anew after every change made here. */
export function useLive<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const loaded = useLoaded(key, load);
  useEffect(() => onRecordsChanged(loaded.reload), [loaded.reload]);
  return loaded;
}

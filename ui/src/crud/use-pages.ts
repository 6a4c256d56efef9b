import { useEffect, useState } from 'react';
import { onRecordsChanged } from './changes.ts';
import { useLoaded } from './use-loaded.ts';

interface Page<T> {
  items: T[];
  nextCursor: string | null;
  total: number;
}

/** A list that is read page after page, the pages so far joined; it begins anew after every change made here. */
export function usePages<T, P extends Page<T>>(
  key: string,
  load: (cursor: string | null, signal: AbortSignal) => Promise<P>,
  idOf: (item: T) => number,
) {
  const [cursor, setCursor] = useState<string | null>(null);
  const [earlier, setEarlier] = useState<T[]>([]);
  const loaded = useLoaded(`${key} ${cursor}`, (signal) => load(cursor, signal));
  const { data, reload } = loaded;
  useEffect(
    () =>
      onRecordsChanged(() => {
        setEarlier([]);
        setCursor(null);
        reload();
      }),
    [reload],
  );
  const known = new Set(earlier.map(idOf));
  const items = [...earlier, ...(data?.items ?? []).filter((item) => !known.has(idOf(item)))];
  const next = data?.nextCursor;
  const more = next
    ? () => {
        setEarlier(items);
        setCursor(next);
      }
    : undefined;
  return { ...loaded, items, total: data?.total ?? 0, more };
}

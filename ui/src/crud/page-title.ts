import { useEffect, useSyncExternalStore } from 'react';

let title: string | undefined;
const listeners = new Set<() => void>();

function set(next: string | undefined): void {
  title = next;
  for (const listener of listeners) listener();
}

/** Says what the page is about, beyond its place in the menu. */
export function usePageTitle(next: string | undefined): void {
  useEffect(() => {
    set(next);
    return () => set(undefined);
  }, [next]);
}

export const useTitleOfPage = (): string | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => title,
  );

import { useEffect, useSyncExternalStore } from 'react';

let currentSubject: string | undefined;
const listeners = new Set<() => void>();

function setSubject(subject: string | undefined): void {
  currentSubject = subject;
  for (const listener of listeners) listener();
}

/** Adds what a page is about, such as the code of its record, to its title and breadcrumb while it is shown. */
export function usePageSubject(subject: string | undefined): void {
  useEffect(() => {
    setSubject(subject);
    return () => setSubject(undefined);
  }, [subject]);
}

export const useCurrentSubject = (): string | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => currentSubject,
  );

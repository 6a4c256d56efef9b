import { useEffect, useSyncExternalStore } from 'react';

let currentSubject: string | undefined;
const listeners = new Set<() => void>();

function setSubject(subject: string | undefined): void {
  currentSubject = subject;
  for (const listener of listeners) listener();
}

/** Adds a page's subject, such as the code of its record, to the title and breadcrumb while the page is shown. */
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

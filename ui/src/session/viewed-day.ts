import { useSyncExternalStore } from 'react';

const KEY = 'viewed-day';
const listeners = new Set<() => void>();
let current: string | null = null;
try {
  current = sessionStorage.getItem(KEY);
} catch {
  // without storage a day lasts until the page is reloaded
}

/** The day, past or future, that this tab shows, such as 2026-11-20; null if it shows what is stored now. */
export const viewedDay = (): string | null => current;

/** Shows a day from now on, also after a reload; null shows what is stored now. */
export function showDay(day: string | null): void {
  current = day;
  try {
    if (day === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, day);
  } catch {
    // without storage the day lasts until the page is reloaded
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useViewedDay = (): string | null => useSyncExternalStore(subscribe, viewedDay);

import { useSyncExternalStore } from 'react';
import { isPlainObject } from '#crud/pointers.ts';
import { session } from '#session/session.ts';

/** The change set in which this tab works: saves become its items. */
export interface WorkingSet {
  id: number;
  title: string;
  /** Whether cards and forms show the live records instead of what the set makes of them. */
  showsLive: boolean;
}

const STORAGE_KEY = 'working-set';
const listeners = new Set<() => void>();

let current = readStored();

/** Reads the set that the current user chose in this tab, which also survives a reload. */
function readStored(): WorkingSet | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null');
    if (!isPlainObject(stored) || stored.user !== session.user?.username || session.user?.preview) return null;
    const { id, title, showsLive } = stored;
    return typeof id === 'number' && typeof title === 'string' ? { id, title, showsLive: showsLive === true } : null;
  } catch {
    return null;
  }
}

/** Works in a set from now on, or outside of any. */
export function workIn(set: WorkingSet | null): void {
  current = set;
  try {
    if (set) sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...set, user: session.user?.username }));
    else sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // without storage the choice lasts until the page is reloaded
  }
  for (const listener of listeners) listener();
}

let username = session.user?.username;
// another user works outside of it; the same one continues after signing in again
session.subscribe(() => {
  if (session.user?.username === username) return;
  username = session.user?.username;
  current = readStored();
  for (const listener of listeners) listener();
});

export const workingSet = (): WorkingSet | null => current;

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useWorkingSet = (): WorkingSet | null => useSyncExternalStore(subscribe, workingSet);

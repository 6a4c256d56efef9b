import { useSyncExternalStore } from 'react';
import { afterUnsavedInput } from '#kit/unsaved-input.ts';
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
    const { user, ...set } = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '');
    return user === session.user?.username && !session.user?.preview ? set : null;
  } catch {
    return null;
  }
}

function show(set: WorkingSet | null): void {
  current = set;
  for (const listener of listeners) listener();
}

const viewListeners = new Set<() => void>();

/** Calls a listener before pages are mounted anew to show other values of the records, such as to keep what is being typed. */
export function beforeChangeOfView(listener: () => void) {
  viewListeners.add(listener);
  return () => void viewListeners.delete(listener);
}

/** Announces that pages are about to be mounted anew. */
export function announceChangeOfView(): void {
  for (const listener of viewListeners) listener();
}

/** Works outside of any set, at once or when the user has agreed to lose what is typed; `onLeft` is called then. */
export const leaveSet = (onLeft: () => void): void =>
  afterUnsavedInput(() => {
    workIn(null);
    onLeft();
  });

/** Works in a set from now on, or outside of any. */
export function workIn(set: WorkingSet | null): void {
  announceChangeOfView();
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...set, user: set ? session.user?.username : null }));
  } catch {
    // without storage the choice lasts until the page is reloaded
  }
  show(set);
}

let username = session.user?.username;
// another user works outside of it; the same one continues after signing in again
session.subscribe(() => {
  if (session.user?.username === username) return;
  username = session.user?.username;
  show(readStored());
});

export const workingSet = (): WorkingSet | null => current;

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useWorkingSet = (): WorkingSet | null => useSyncExternalStore(subscribe, workingSet);

import { useSyncExternalStore } from 'react';
import { recoverFocus } from '#kit/layers/recover-focus.ts';
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
const PAUSED_KEY = 'paused-set';
const listeners = new Set<() => void>();

let current = readStored(STORAGE_KEY);
let paused = readStored(PAUSED_KEY);

/** Reads a set that the current user chose in this tab, which also survives a reload. */
function readStored(key: string): WorkingSet | null {
  try {
    const { user, ...set } = JSON.parse(sessionStorage.getItem(key) ?? '');
    return user === session.user?.username && !session.user?.preview ? set : null;
  } catch {
    return null;
  }
}

function store(key: string, set: WorkingSet | null): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...set, user: set ? session.user?.username : null }));
  } catch {
    // without storage the choice lasts until the page is reloaded
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
  store(STORAGE_KEY, set);
  show(set);
  // the page is mounted anew, without what had the focus on it
  if (typeof document !== 'undefined')
    recoverFocus(() => document.querySelector<HTMLElement>('main h1[tabindex]') ?? document.querySelector('main'));
}

/** Works outside of the set, if any, until `resumeSet`. */
export function pauseSet(): void {
  paused = current;
  store(PAUSED_KEY, paused);
  if (current) workIn(null);
}

/** Works again in the set that was paused, if any. */
export function resumeSet(): void {
  if (!paused) return;
  const set = paused;
  paused = null;
  store(PAUSED_KEY, null);
  workIn(set);
}

let username = session.user?.username;
// another user works outside of it; the same one continues after signing in again
session.subscribe(() => {
  if (session.user?.username === username) return;
  username = session.user?.username;
  paused = readStored(PAUSED_KEY);
  show(readStored(STORAGE_KEY));
});

export const workingSet = (): WorkingSet | null => current;

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useWorkingSet = (): WorkingSet | null => useSyncExternalStore(subscribe, workingSet);

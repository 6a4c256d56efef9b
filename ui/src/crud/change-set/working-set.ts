import { useSyncExternalStore } from 'react';
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

const leaveListeners = new Set<() => void>();

/** Calls a listener before pages are mounted anew for another set, such as to keep what is being typed. */
export function beforeChangeOfSet(listener: () => void) {
  leaveListeners.add(listener);
  return () => void leaveListeners.delete(listener);
}

/** Asks the user, and calls `goOn` if they want to leave the set. */
type LeaveQuestion = (goOn: () => void) => void;
const leaveQuestions = new Set<LeaveQuestion>();

/** Lets a form with unsaved changes ask before the user leaves the set, as it then shows other values. */
export function askBeforeLeavingSet(question: LeaveQuestion) {
  leaveQuestions.add(question);
  return () => void leaveQuestions.delete(question);
}

/** Works outside of any set, at once or when the user has answered a form; `onLeft` is called then. */
export function leaveSet(onLeft: () => void): void {
  const leave = () => {
    workIn(null);
    onLeft();
  };
  const [ask] = leaveQuestions;
  if (ask) ask(leave);
  else leave();
}

/** Works in a set from now on, or outside of any. */
export function workIn(set: WorkingSet | null): void {
  for (const listener of leaveListeners) listener();
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

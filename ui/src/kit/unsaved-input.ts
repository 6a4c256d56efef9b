import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** What the user has typed in a form or a dialog and not saved yet. */
interface UnsavedInput {
  /** Asks whether it may be lost, and calls `goOn` if so. */
  ask: (goOn: () => void) => void;
  /** Whether it is in a dialog, which the browser's Back would close with the page below. */
  isInDialog: boolean;
}

let inputs: readonly UnsavedInput[] = [];
const listeners = new Set<() => void>();

function show(next: readonly UnsavedInput[]): void {
  inputs = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Announces that something is typed, as long as the component is mounted, and asks before it is lost. */
export function useUnsavedInput(isUnsaved: boolean, ask: UnsavedInput['ask'], isInDialog = false): void {
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (!isUnsaved) return;
    const input: UnsavedInput = { ask: (goOn) => askNow(goOn), isInDialog };
    show([...inputs, input]);
    return () => show(inputs.filter((each) => each !== input));
  }, [isUnsaved, isInDialog]);
}

/** Calls a function that loses what is typed, at once or when the user has agreed; the topmost layer asks first. */
export function afterUnsavedInput(goOn: () => void): void {
  const top = inputs.at(-1);
  if (top)
    top.ask(() => {
      show(inputs.filter((each) => each !== top));
      afterUnsavedInput(goOn);
    });
  else goOn();
}

/** Lets the topmost layer ask if it is a dialog in which something is typed; returns whether it is. */
export function askUnsavedDialog(goOn: () => void): boolean {
  const top = inputs.at(-1);
  if (!top?.isInDialog) return false;
  top.ask(goOn);
  return true;
}

export const useHasUnsavedInput = (): boolean => useSyncExternalStore(subscribe, () => inputs.length > 0);

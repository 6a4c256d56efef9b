import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useRef } from 'react';

/** What a key does. The frame has the texts. */
export type ShortcutName =
  | ('search' | 'goTo' | 'help' | 'message' | 'escape')
  | ('create' | 'filter' | 'move' | 'open' | 'select' | 'selectAll' | 'extend' | 'resize')
  | ('edit' | 'history' | 'copy' | 'nextRecord' | 'previousRecord')
  | ('nextItem' | 'previousItem' | 'approve' | 'approveAndActivate' | 'reject' | 'skip' | 'undo' | 'openItem')
  | ('save' | 'explain');

export interface Shortcut {
  name: ShortcutName;
  /** The key, such as `e`, `shift+a`, or `mod+s` for Ctrl or Cmd with S; undefined for the usual keys of the action. */
  key?: string | undefined;
  /** What tells apart equal keys of handlers that do not compete: `local` ones work while their component has the focus. */
  place: 'page' | 'dialog' | 'local';
}

const mountedShortcuts = new Set<Shortcut>();

/** Returns the shortcuts of all mounted components. */
export const listShortcuts = (): readonly Shortcut[] => [...mountedShortcuts];

function register(shortcut: Shortcut): () => void {
  if (import.meta.env.DEV && shortcut.place !== 'local')
    for (const { name, key, place } of mountedShortcuts)
      if (key === shortcut.key && place === shortcut.place)
        console.error(`Two mounted components handle “${key}”: ${name} and ${shortcut.name}.`);
  mountedShortcuts.add(shortcut);
  return () => void mountedShortcuts.delete(shortcut);
}

const TEXT_INPUTS = 'input, textarea, select, [contenteditable]';

/** Returns whether a key writes into a text field, unlike one such as F6 or with Ctrl. */
const typesText = (key: string): boolean => /^(shift\+)?.$/.test(key);

type PressedKey = Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>;

function isPressed(key: string, event: PressedKey): boolean {
  const keyName = key.replace(/^(mod|shift)\+/, '');
  return (
    event.key.toLowerCase() === keyName.toLowerCase() &&
    !event.altKey &&
    (event.metaKey || event.ctrlKey) === key.startsWith('mod+') &&
    // Shift is needed to type some punctuation marks, and with the space bar it selects a range
    (!/^[a-z]$/.test(keyName) || event.shiftKey === key.startsWith('shift+'))
  );
}

/** Returns how many modal dialogs are open. One that fades out is closed: it marks itself, since `aria-modal` stays until it is gone. */
export const countModalDialogs = (): number =>
  document.querySelectorAll('[aria-modal="true"]:not([data-closing])').length;

/**
 * Runs on a key anywhere on the page, but not below a modal dialog, while `active`. A key that types text is ignored while the focus is
 * in a text field.
 */
export function useShortcut(
  key: string,
  name: ShortcutName,
  run: () => void,
  { inDialog = false, active = true } = {},
): void {
  const runRef = useRef(run);
  runRef.current = run;
  useEffect(() => {
    if (!active) return;
    function onKey(event: KeyboardEvent) {
      if (event.defaultPrevented || !isPressed(key, event)) return;
      if (typesText(key) && event.target instanceof Element && event.target.closest(TEXT_INPUTS)) return;
      if (countModalDialogs() > (inDialog ? 1 : 0)) return;
      event.preventDefault();
      runRef.current();
    }
    window.addEventListener('keydown', onKey);
    const unregister = register({ name, key, place: inDialog ? 'dialog' : 'page' });
    return () => {
      window.removeEventListener('keydown', onKey);
      unregister();
    };
  }, [key, name, inDialog, active]);
}

/** Lists in the help the keys that a component handles by itself while `active`: the usual ones of the action, or the given one. Binds nothing. */
export function useKeysForHelp(name: ShortcutName, active = true, key?: string): void {
  useEffect(() => (active ? register({ name, key, place: 'local' }) : undefined), [name, key, active]);
}

/**
 * Returns a function that handles a key inside an element and tells whether it has; the key is listed while `run` is defined. A key for
 * which `run` returns false is left to others.
 */
export function useLocalShortcut<E extends ReactKeyboardEvent>(
  key: string,
  name: ShortcutName,
  run: ((event: E) => unknown) | undefined,
): (event: E) => boolean {
  useKeysForHelp(name, run !== undefined, key);
  return (event) => {
    if (!run || !isPressed(key, event) || run(event) === false) return false;
    event.preventDefault();
    return true;
  };
}

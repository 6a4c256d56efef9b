import { useEffect, useRef } from 'react';

const TEXT_INPUTS = 'input, textarea, select, [contenteditable]';

/**
 * Runs on a key anywhere on the page, but not below a modal dialog. A key without modifier is ignored while the focus is
 * in a text field. */
export function useHotkey(key: string, run: () => void, { inDialog = false } = {}): void {
  const runRef = useRef(run);
  runRef.current = run;
  useEffect(() => {
    const [needsModifier, keyName] = key.startsWith('mod+') ? [true, key.slice(4)] : [false, key];
    function onKey(event: KeyboardEvent) {
      if (event.defaultPrevented || event.key.toLowerCase() !== keyName || event.altKey) return;
      if ((event.metaKey || event.ctrlKey) !== needsModifier) return;
      if (!needsModifier && event.target instanceof Element && event.target.closest(TEXT_INPUTS)) return;
      if (document.querySelectorAll('[aria-modal="true"]').length > (inDialog ? 1 : 0)) return;
      event.preventDefault();
      runRef.current();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [key, inDialog]);
}

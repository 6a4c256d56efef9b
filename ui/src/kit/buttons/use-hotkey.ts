import { useEffect, useRef } from 'react';

const typing = 'input, textarea, select, [contenteditable]';

/** Runs on a key anywhere on the page; a plain key not while one types, none under a modal dialog that it is not of. */
export function useHotkey(key: string, run: () => void, { inDialog = false } = {}): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const [modifier, plain] = key.startsWith('mod+') ? [true, key.slice(4)] : [false, key];
    function onKey(event: KeyboardEvent) {
      if (event.defaultPrevented || event.key.toLowerCase() !== plain || event.altKey) return;
      if ((event.metaKey || event.ctrlKey) !== modifier) return;
      if (!modifier && event.target instanceof Element && event.target.closest(typing)) return;
      if (document.querySelectorAll('[aria-modal="true"]').length > (inDialog ? 1 : 0)) return;
      event.preventDefault();
      latest.current();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [key, inDialog]);
}

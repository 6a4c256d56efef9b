import { useEffect, useRef } from 'react';

export interface KeystrokeBuffer {
  /** Returns the buffered text and clears the buffer. */
  take: () => string;
}

/** Buffers keystrokes, while active, for a dialog whose code or input is not ready yet. Keystrokes inside dialogs are ignored. */
export function useKeystrokeBuffer(isActive: boolean): KeystrokeBuffer {
  const bufferRef = useRef('');
  useEffect(() => {
    if (!isActive) return;
    bufferRef.current = '';
    function onKey(event: KeyboardEvent): void {
      const { key, target, isComposing } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || isComposing) return;
      if (target instanceof Element && target.closest('[aria-modal="true"]')) return;
      if (key === 'Backspace') bufferRef.current = bufferRef.current.slice(0, -1);
      else if (key.length === 1) bufferRef.current += key;
      else return;
      event.preventDefault();
      event.stopPropagation();
    }
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [isActive]);
  return {
    take: () => {
      const text = bufferRef.current;
      bufferRef.current = '';
      return text;
    },
  };
}

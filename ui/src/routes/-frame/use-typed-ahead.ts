import { useEffect, useRef } from 'react';

export interface TypedAhead {
  /** What has been typed, which is gone from here with that. */
  take: () => string;
}

/** Takes what is typed for a dialog whose code, or whose field, is not there yet; inside dialogs, and without `on`, nothing. */
export function useTypedAhead(on: boolean): TypedAhead {
  const typed = useRef('');
  useEffect(() => {
    if (!on) return;
    typed.current = '';
    function onKey(event: KeyboardEvent): void {
      const { key, target, isComposing } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || isComposing) return;
      if (target instanceof Element && target.closest('[role="dialog"]')) return;
      if (key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else if (key.length === 1) typed.current += key;
      else return;
      event.preventDefault();
      event.stopPropagation();
    }
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [on]);
  return {
    take: () => {
      const text = typed.current;
      typed.current = '';
      return text;
    },
  };
}

import { type RefObject, useEffect, useRef } from 'react';

export interface TriggerPress {
  /** undefined if it was pressed with a pointer */
  key?: string | undefined;
}

export interface ReplayProps {
  /** how the button was pressed before the layer was loaded */
  pressRef: RefObject<TriggerPress | undefined>;
}

/** Presses the button again, now that its layer is loaded, in the way that it was pressed before. */
export function useReplayedPress(pressRef: RefObject<TriggerPress | undefined>) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const press = pressRef.current;
    pressRef.current = undefined;
    if (!press || !button.current) return;
    button.current.focus({ preventScroll: true });
    if (press.key)
      button.current.dispatchEvent(new KeyboardEvent('keydown', { key: press.key, bubbles: true, cancelable: true }));
    else button.current.click();
  }, [pressRef]);
  return button;
}

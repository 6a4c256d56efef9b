import { type RefObject, useEffect, useRef } from 'react';

export interface Press {
  /** None where it was a pointer. */
  key?: string | undefined;
}

export interface Pressed {
  /** How the button was pressed before there was anything to open. */
  pressed: RefObject<Press | undefined>;
}

/** For the button that now opens something: it is pressed again as it was pressed before. */
export function usePressAgain(pressed: RefObject<Press | undefined>) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const press = pressed.current;
    pressed.current = undefined;
    if (!press || !button.current) return;
    button.current.focus({ preventScroll: true });
    if (press.key)
      button.current.dispatchEvent(new KeyboardEvent('keydown', { key: press.key, bubbles: true, cancelable: true }));
    else button.current.click();
  }, [pressed]);
  return button;
}

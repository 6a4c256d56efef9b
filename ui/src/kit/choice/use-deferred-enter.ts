import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

// a dispatched key works like a real one: the combobox chooses or closes and keeps the focus
const dispatchKey = (input: HTMLInputElement | null, key: string) =>
  input?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

/** Returns whether the active entry of an input's list is not an option but an action. */
const isOnAction = (input: HTMLInputElement): boolean =>
  document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.matches('[data-action]') ?? false;

/** Until the options for the typed text are loaded, defers Enter and lets Tab choose none; Tab never runs an action. */
export function useDeferredEnter(loading: boolean | undefined) {
  const inputRef = useRef<HTMLInputElement>(null);
  const [isEnterPending, setIsEnterPending] = useState(false);
  useEffect(() => {
    if (!isEnterPending || loading) return;
    setIsEnterPending(false);
    dispatchKey(inputRef.current, 'Enter');
  }, [isEnterPending, loading]);

  function deferEnter(event: KeyboardEvent<HTMLInputElement>): void {
    const input = event.currentTarget;
    if (input.value === '' || event.nativeEvent.isComposing) return;
    // closes the list, so that Tab chooses neither an option of an earlier query nor an action
    if (event.key === 'Tab' && (loading || isOnAction(input))) dispatchKey(input, 'Escape');
    if (!loading || event.key !== 'Enter') return;
    event.preventDefault();
    setIsEnterPending(true);
  }
  return { inputRef, deferEnter, cancelEnter: () => setIsEnterPending(false) };
}

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

// a dispatched key works like a real one: the combobox chooses or closes and keeps the focus
const dispatchKey = (input: HTMLInputElement | null, key: string) =>
  input?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

/** Until the options for the typed text are loaded, defers Enter and lets Tab choose none. */
export function useDeferredEnter(loading: boolean | undefined) {
  const inputRef = useRef<HTMLInputElement>(null);
  const [isEnterPending, setIsEnterPending] = useState(false);
  useEffect(() => {
    if (!isEnterPending || loading) return;
    setIsEnterPending(false);
    dispatchKey(inputRef.current, 'Enter');
  }, [isEnterPending, loading]);

  function deferEnter(event: KeyboardEvent<HTMLInputElement>): void {
    if (!loading || event.currentTarget.value === '' || event.nativeEvent.isComposing) return;
    // closes the list, so that Tab does not choose an option of an earlier query
    if (event.key === 'Tab') dispatchKey(event.currentTarget, 'Escape');
    if (event.key !== 'Enter') return;
    event.preventDefault();
    setIsEnterPending(true);
  }
  return { inputRef, deferEnter, cancelEnter: () => setIsEnterPending(false) };
}

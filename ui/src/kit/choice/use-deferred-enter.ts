import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

// to the combobox it is the key itself: it chooses or closes and keeps the focus as always
const press = (input: HTMLInputElement | null, key: string) =>
  input?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

/** Enter pressed before the options for what was typed are there chooses among them once they are. */
export function useDeferredEnter(loading: boolean | undefined) {
  const input = useRef<HTMLInputElement>(null);
  const [hasty, setHasty] = useState(false);
  useEffect(() => {
    if (!hasty || loading) return;
    setHasty(false);
    press(input.current, 'Enter');
  }, [hasty, loading]);

  function hold(event: KeyboardEvent<HTMLInputElement>): void {
    if (!loading || event.currentTarget.value === '' || event.nativeEvent.isComposing) return;
    // with the list closed, Tab does not take what answers an earlier query
    if (event.key === 'Tab') press(event.currentTarget, 'Escape');
    if (event.key !== 'Enter') return;
    event.preventDefault();
    setHasty(true);
  }
  return { input, hold, forget: () => setHasty(false) };
}

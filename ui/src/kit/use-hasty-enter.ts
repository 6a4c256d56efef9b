import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

/** Enter pressed before the options for what was typed are there chooses among them once they are. */
export function useHastyEnter(loading: boolean | undefined) {
  const input = useRef<HTMLInputElement>(null);
  const [hasty, setHasty] = useState(false);
  useEffect(() => {
    if (!hasty || loading) return;
    setHasty(false);
    // to the combobox it is the key itself: it chooses, closes and keeps the focus as always
    input.current?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  }, [hasty, loading]);

  function hold(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key !== 'Enter' || !loading || event.currentTarget.value === '' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    setHasty(true);
  }
  return { input, hold, forget: () => setHasty(false) };
}

import { useEffect, useRef } from 'react';

/** Opens what covers the card, and goes back to where it was opened from once that is closed. */
export function useCovering(covered: boolean, open: (id: number) => void) {
  const opener = useRef<Element>(null);
  useEffect(() => {
    if (covered || !(opener.current instanceof HTMLElement)) return;
    opener.current.focus();
    opener.current = null;
  }, [covered]);
  return (id: number) => {
    opener.current = document.activeElement;
    open(id);
  };
}

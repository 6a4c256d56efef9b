import { useEffect, useRef, useState } from 'react';

const SEARCH_DELAY_MS = 250;

/** Returns the text of a search field that searches when typing pauses and follows other changes of the address. */
export function useTypedSearch(currentQuery: string, search: (q: string) => void) {
  const [typed, setTyped] = useState(currentQuery);
  const sent = useRef(currentQuery);

  useEffect(() => {
    // the field's own query keeps its trailing space, which the address does not have
    if (currentQuery === sent.current) return;
    sent.current = currentQuery;
    setTyped(currentQuery);
  }, [currentQuery]);

  function searchNow(): void {
    sent.current = typed.trim();
    search(sent.current);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the delay depends only on the text
  useEffect(() => {
    if (typed.trim() === sent.current) return;
    const timer = setTimeout(() => {
      // Enter may have searched in the meantime
      if (typed.trim() !== sent.current) searchNow();
    }, SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return { typed, setTyped, searchNow };
}

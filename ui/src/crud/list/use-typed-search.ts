import { useEffect, useRef, useState } from 'react';

const pause = 250;

/** What stands in the field, and what is asked for once typing pauses; the address leads where it changes by itself. */
export function useTypedSearch(currentQuery: string, search: (q: string) => void) {
  const [typed, setTyped] = useState(currentQuery);
  const sent = useRef(currentQuery);

  useEffect(() => {
    // what was asked from here stays as it is being typed: with the space before the next word
    if (currentQuery === sent.current) return;
    sent.current = currentQuery;
    setTyped(currentQuery);
  }, [currentQuery]);

  function go(): void {
    sent.current = typed.trim();
    search(sent.current);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: waits for the text alone
  useEffect(() => {
    if (typed.trim() === sent.current) return;
    const timer = setTimeout(() => {
      // Enter may have asked for it meanwhile
      if (typed.trim() !== sent.current) go();
    }, pause);
    return () => clearTimeout(timer);
  }, [typed]);

  return { typed, type: setTyped, go };
}

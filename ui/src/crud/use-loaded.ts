import { useCallback, useEffect, useRef, useState } from 'react';
import { type Problem, toProblem } from '#api/problem.ts';
import { language } from '#i18n/i18n.ts';

export interface Loaded<T> {
  /** The newest answer; while another is on its way, the one before stays. */
  data: T | undefined;
  problem: Problem | undefined;
  loading: boolean;
  reload: () => void;
}

/** Loads whenever `key` changes or `reload` is called; an answer that comes too late is dropped, its call cancelled. */
export function useLoaded<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, 'reload'>>({ data: undefined, problem: undefined, loading: true });
  const [turn, setTurn] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is loaded, the turn asks for it again
  useEffect(() => {
    const abort = new AbortController();
    setState((before) => ({ ...before, loading: true }));
    latest.current(abort.signal).then(
      (data) => abort.signal.aborted || setState({ data, problem: undefined, loading: false }),
      (error) =>
        abort.signal.aborted ||
        setState((before) => ({ ...before, problem: toProblem(error, language()), loading: false })),
    );
    return () => abort.abort();
  }, [key, turn]);
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  return { ...state, reload };
}

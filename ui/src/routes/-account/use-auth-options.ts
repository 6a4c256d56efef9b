import { useEffect, useRef, useState } from 'react';
import { type Problem, toProblem } from '#api/problem.ts';
import { language } from '#i18n/i18n.ts';
import { api } from '#session/session.ts';

interface RequestState<T> {
  data?: T;
  problem?: Problem;
}

/** Sends a request on pages before sign-in, which do not load the query library. */
export function useRequest<T>(request: (signal: AbortSignal) => Promise<T>): RequestState<T> & { retry: () => void } {
  const [state, setState] = useState<RequestState<T>>({});
  const [attempt, setAttempt] = useState(0);
  const requestRef = useRef(request);
  // biome-ignore lint/correctness/useExhaustiveDependencies: sends once per attempt
  useEffect(() => {
    const controller = new AbortController();
    requestRef.current(controller.signal).then(
      (data) => controller.signal.aborted || setState({ data }),
      (error) => controller.signal.aborted || setState({ problem: toProblem(error, language()) }),
    );
    return () => controller.abort();
  }, [attempt]);
  return { ...state, retry: () => setAttempt(attempt + 1) };
}

/** Returns what this installation allows before sign-in, such as registration; undefined until loaded. */
export function useAuthOptions() {
  const { data } = useRequest(async (signal) => (await api.GET('/api/v1/auth/options', { signal })).data);
  return data;
}

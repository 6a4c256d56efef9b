import { useEffect, useRef, useState } from 'react';
import { type Problem, toProblem } from '#api/problem.ts';
import { language } from '#i18n/i18n.ts';
import { api } from '#session/session.ts';

interface Call<T> {
  data?: T;
  problem?: Problem;
}

/** One call before anybody has signed in; whatever is read behind that is a query, which is not loaded here yet. */
export function useCall<T>(send: (signal: AbortSignal) => Promise<T>): Call<T> & { retry: () => void } {
  const [call, setCall] = useState<Call<T>>({});
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(send);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt sends it once
  useEffect(() => {
    const abort = new AbortController();
    latest.current(abort.signal).then(
      (data) => abort.signal.aborted || setCall({ data }),
      (error) => abort.signal.aborted || setCall({ problem: toProblem(error, language()) }),
    );
    return () => abort.abort();
  }, [attempt]);
  return { ...call, retry: () => setAttempt(attempt + 1) };
}

/** What this installation lets people do who are not signed in; undefined until it has said so. */
export function useAuthOptions() {
  const { data } = useCall(async (signal) => (await api.GET('/api/v1/auth/options', { signal })).data);
  return data;
}

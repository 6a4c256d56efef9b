import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { type Problem, toProblem } from '#api/problem.ts';
import { language } from '#i18n/i18n.ts';
import { useDebouncedValue } from '#kit/use-debounced-value.ts';
import { readOnceOptions } from './query-client.ts';

export interface Read<T> {
  /** The latest response; it stays while the next one is loading. */
  data: T | undefined;
  problem: Problem | undefined;
  loading: boolean;
  reload: () => void;
}

interface LastAnswer<T> {
  data: T | undefined;
  error?: Error | null;
}

/** Keeps the last data and error while the next response is loading, so that a "try again" button does not disappear. */
export function useLastAnswer<T>(data: T | undefined, error: Error | null) {
  const lastAnswer = useRef<LastAnswer<T>>({ data: undefined });
  if (data !== undefined || error) lastAnswer.current = { data: data ?? lastAnswer.current.data, error };
  const { current } = lastAnswer;
  return { data: current.data, problem: current.error ? toProblem(current.error, language()) : undefined };
}

/** Reads a query in the form that all pages display. */
export function useRead<T>(options: UseQueryOptions<T>): Read<T> {
  // the cast: `keepPreviousData` fits every T, which TypeScript cannot infer for a type parameter
  const { data, error, isFetching, refetch } = useQuery<T>({
    placeholderData: keepPreviousData as UseQueryOptions<T>['placeholderData'],
    ...options,
  } as UseQueryOptions<T>);
  const reload = useCallback(() => void refetch(), [refetch]);
  return { ...useLastAnswer(data, error), loading: isFetching, reload };
}

/** Loads an optional hint: undefined until it is loaded and after a failure; a null key loads nothing. */
export function useHint<T>(queryKey: QueryKey | null, load: () => Promise<T>, debounceMs = 0): T | undefined {
  const key = queryKey && JSON.stringify(queryKey);
  const debouncedKey = useDebouncedValue(key, debounceMs);
  const { data } = useQuery({
    queryKey: ['hint', key],
    queryFn: async () => ({ value: await load() }),
    enabled: key !== null && debouncedKey === key,
    retry: false,
    ...readOnceOptions,
  });
  return key === null ? undefined : data?.value;
}

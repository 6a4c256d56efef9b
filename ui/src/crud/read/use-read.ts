import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { type Problem, toProblem } from '#api/problem.ts';
import { language } from '#i18n/i18n.ts';
import { useDebouncedValue } from '#kit/use-debounced-value.ts';
import { isOutage, readOnceOptions } from './query-client.ts';

/** Data that could not be refreshed. */
export interface RefreshFailure {
  problem: Problem;
  /** When the data was loaded. */
  since: Date;
}

export interface Read<T> {
  /** The latest response; it stays while the next one is loading. */
  data: T | undefined;
  /** Why there is nothing to show. */
  problem: Problem | undefined;
  /** When the data was loaded, in milliseconds since 1970; 0 while there is none of this query. */
  loadedAt: number;
  /** Set if the data is that of an earlier read, because the last one failed. */
  refreshFailure: RefreshFailure | undefined;
  loading: boolean;
  reload: () => void;
}

interface Answer<T> {
  data: T | undefined;
  error: Error | null;
  dataUpdatedAt: number;
}

/** Keeps the last data and error while the next response is loading, so that a "try again" button does not disappear. */
export function useLastAnswer<T>({ data, error, dataUpdatedAt }: Answer<T>) {
  const lastAnswer = useRef<Answer<T>>({ data: undefined, error: null, dataUpdatedAt: 0 });
  // a failed query without data of its own shows those of the query before
  const time = data === undefined ? 0 : dataUpdatedAt;
  if (data !== undefined || error)
    lastAnswer.current = { data: data ?? lastAnswer.current.data, error, dataUpdatedAt: time };
  const { current } = lastAnswer;
  const problem = current.error ? toProblem(current.error, language()) : undefined;
  return problem && current.dataUpdatedAt > 0 && isOutage(problem)
    ? { data: current.data, problem: undefined, refreshFailure: { problem, since: new Date(current.dataUpdatedAt) } }
    : { data: current.data, problem, refreshFailure: undefined };
}

/** Reads a query in the form that all pages display. */
export function useRead<T>(options: UseQueryOptions<T>): Read<T> {
  // the cast: `keepPreviousData` fits every T, which TypeScript cannot infer for a type parameter
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery<T>({
    placeholderData: keepPreviousData as UseQueryOptions<T>['placeholderData'],
    ...options,
  } as UseQueryOptions<T>);
  const reload = useCallback(() => void refetch(), [refetch]);
  return { ...useLastAnswer({ data, error, dataUpdatedAt }), loadedAt: dataUpdatedAt, loading: isFetching, reload };
}

/** Loads what a page can do without: undefined until it is loaded and after a failure; a null key loads nothing. */
export function useOptionalQuery<T>(queryKey: QueryKey | null, load: () => Promise<T>, debounceMs = 0): T | undefined {
  const key = queryKey && JSON.stringify(queryKey);
  const debouncedKey = useDebouncedValue(key, debounceMs);
  const { data } = useQuery({
    queryKey: ['optional', key],
    queryFn: async () => ({ value: await load() }),
    enabled: key !== null && debouncedKey === key,
    retry: false,
    ...readOnceOptions,
  });
  return key === null ? undefined : data?.value;
}

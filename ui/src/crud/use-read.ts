import {
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { type Problem, toProblem } from '#api/problem.ts';
import { language } from '#i18n/i18n.ts';
import { useDebouncedValue } from '#kit/use-debounced-value.ts';
import { readOnce } from './query-client.ts';

export interface Read<T> {
  /** The newest answer; while another is on its way, the one before stays. */
  data: T | undefined;
  problem: Problem | undefined;
  loading: boolean;
  reload: () => void;
}

interface LastAnswer<T> {
  data: T | undefined;
  error?: Error | null;
}

/** What stays on the page while another answer is on its way, a failure too: "try again" must not vanish under the pointer. */
function useLastAnswer<T>(data: T | undefined, error: Error | null) {
  const shown = useRef<LastAnswer<T>>({ data: undefined });
  if (data !== undefined || error) shown.current = { data: data ?? shown.current.data, error };
  const { current } = shown;
  return { data: current.data, problem: current.error ? toProblem(current.error, language()) : undefined };
}

/** A read as every page shows it. */
export function useRead<T>(options: UseQueryOptions<T>): Read<T> {
  // the cast: `keepPreviousData` fits any type, which the library cannot know of a type parameter
  const { data, error, isFetching, refetch } = useQuery<T>({
    placeholderData: keepPreviousData as UseQueryOptions<T>['placeholderData'],
    ...options,
  } as UseQueryOptions<T>);
  const reload = useCallback(() => void refetch(), [refetch]);
  return { ...useLastAnswer(data, error), loading: isFetching, reload };
}

interface Page {
  items: unknown[];
  nextCursor: string | null;
}

interface PagesOptions<P extends Page> {
  queryKey: QueryKey;
  load: (cursor: string | null, signal: AbortSignal) => Promise<P>;
  idOf: (item: P['items'][number]) => number;
  once?: boolean;
}

/** A list that is read page after page: its pages so far joined, and the newest of them. */
export function useReadPages<P extends Page>({ queryKey, load, idOf, once = false }: PagesOptions<P>) {
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    // the cast: the first page has no cursor
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    ...(once && readOnce),
  });
  const shown = useLastAnswer(data, error);
  const reload = useCallback(() => void refetch(), [refetch]);
  const pages = shown.data?.pages ?? [];
  // an item that moved between two reads is on both pages
  const items = new Map<number, P['items'][number]>();
  for (const item of pages.flatMap((page) => page.items)) if (!items.has(idOf(item))) items.set(idOf(item), item);
  return {
    ...shown,
    data: pages.at(-1),
    items: [...items.values()],
    loading: isFetching,
    reload,
    more: hasNextPage ? () => void fetchNextPage() : undefined,
  };
}

/** What is only an offer or a hint: undefined until it is there, and for good where it cannot be had; null asks for nothing. */
export function useHint<T>(queryKey: QueryKey | null, load: () => Promise<T>, pauseMs = 0): T | undefined {
  const key = queryKey && JSON.stringify(queryKey);
  const settled = useDebouncedValue(key, pauseMs);
  const { data } = useQuery({
    queryKey: ['hint', key],
    queryFn: async () => ({ value: await load() }),
    enabled: key !== null && settled === key,
    retry: false,
    ...readOnce,
  });
  return key === null ? undefined : data?.value;
}

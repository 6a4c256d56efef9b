import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { readOnceOptions } from './query-client.ts';
import { useLastAnswer } from './use-read.ts';

interface Page {
  items: unknown[];
  nextCursor: string | null;
}

interface PagesOptions<P extends Page> {
  queryKey: QueryKey;
  load: (cursor: string | null, signal: AbortSignal) => Promise<P>;
  idOf: (item: P['items'][number]) => number;
  isReadOnce?: boolean;
}

/** Reads a list page by page; returns the items of all loaded pages and the data of the latest one. */
export function useReadPages<P extends Page>({ queryKey, load, idOf, isReadOnce: once = false }: PagesOptions<P>) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    // the cast: the first page has no cursor
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    ...(once && readOnceOptions),
  });
  const { isFetching, isFetchNextPageError, refetch, hasNextPage, fetchNextPage } = query;
  const { refreshFailure, ...lastAnswer } = useLastAnswer(query);
  const reload = useCallback(() => void refetch(), [refetch]);
  const pages = lastAnswer.data?.pages ?? [];
  // an item that moved between two requests is on both pages
  const items = new Map<number, P['items'][number]>();
  for (const item of pages.flatMap((page) => page.items)) if (!items.has(idOf(item))) items.set(idOf(item), item);
  return {
    problem: lastAnswer.problem,
    refreshFailure: isFetchNextPageError ? undefined : refreshFailure,
    /** Why the next page could not be loaded; those before it stay. */
    moreProblem: isFetchNextPageError ? refreshFailure?.problem : undefined,
    data: pages.at(-1),
    items: [...items.values()],
    loading: isFetching,
    reload,
    loadMore: hasNextPage ? () => void fetchNextPage() : undefined,
  };
}

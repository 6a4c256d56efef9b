import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type EntityKey, enums } from '#api/metadata.gen.ts';
import { toProblem } from '#api/problem.ts';
import { cacheLabels } from '#crud/text/record-name-cache.ts';
import { useTexts } from '#i18n/i18n.ts';
import { api } from '#session/session.ts';
import { type ReviewFilter, waitingTimes } from '../home/home-search.ts';
import { type ReviewItem, reviewKey } from '../home/review-rows.ts';

const PAGE_SIZE = 50;

export interface ReviewEntry {
  key: string;
  item: ReviewItem;
  /** Whether it no longer waits for a review. */
  isGone: boolean;
}

/**
 * Loads the items that wait for a review, one kind of record after the other, oldest first. An item that was shown keeps its place once it is
 * decided, and new items are appended to those of their kind, so that nothing moves while the user works through the queue.
 */
export function useReviewRows(entity: EntityKey | 'all', { age, ...filter }: ReviewFilter) {
  const { language } = useTexts();
  const query = useInfiniteQuery({
    queryKey: ['reviews', entity, 'queue', filter, age],
    queryFn: async ({ pageParam, signal }) => {
      const params = {
        query: {
          page: pageParam,
          pageSize: PAGE_SIZE,
          ...filter,
          ...(entity === 'all' ? { order: 'entity' as const } : { entity }),
          ...waitingTimes(age),
        },
      } as const;
      const { data } = await api.GET('/api/v1/reviews', { params, signal });
      cacheLabels(data.labels);
      return data;
    },
    initialPageParam: 1,
    getNextPageParam: ({ page, pageSize, total }) => (page * pageSize < total ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  });
  const pages = query.data?.pages ?? [];
  // an item that moved between two requests is on both pages
  const waiting = new Map(pages.flatMap(({ items }) => items).map((item) => [reviewKey(item), item]));
  const [shown, setShown] = useState<ReadonlyMap<string, ReviewItem>>(new Map());
  if ([...waiting.keys()].some((key) => !shown.has(key))) setShown(new Map([...shown, ...waiting]));
  const rows = [...shown]
    .map(([key, item]): ReviewEntry => ({ key, item: waiting.get(key) ?? item, isGone: !waiting.has(key) }))
    .toSorted((a, b) => enums.Entity.indexOf(a.item.entity) - enums.Entity.indexOf(b.item.entity));
  return {
    rows,
    total: pages.at(-1)?.total,
    authors: pages.at(-1)?.authors,
    problem: query.error ? toProblem(query.error, language) : undefined,
    loading: query.isFetching,
    hasMore: query.hasNextPage,
    reload: () => void query.refetch(),
    loadMore: query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined,
  };
}

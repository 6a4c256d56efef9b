import type { Entity } from '#api/facts.gen.ts';
import { useRead } from '#crud/read/use-read.ts';
import { api } from '#session/session.ts';

interface ReviewsQuery {
  page?: number;
  pageSize: 10 | 20 | 50 | 100;
  kind?: Entity | 'all';
}

/** Loads a page of the items that wait for a review, oldest first. */
export function useReviews({ page = 1, pageSize, kind = 'all' }: ReviewsQuery) {
  return useRead({
    queryKey: ['reviews', kind, page, pageSize],
    queryFn: async ({ signal }) => {
      const query = { page, pageSize, ...(kind === 'all' ? {} : { entity: kind }) };
      return (await api.GET('/api/v1/reviews', { params: { query }, signal })).data;
    },
  });
}

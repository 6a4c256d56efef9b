import { type Entity, enums } from '#api/facts.gen.ts';

export const PERIODS = [1, 7, 30] as const;
export type Period = (typeof PERIODS)[number];

export const REVIEW_PAGE_SIZE = 20;
const REVIEW_PAGE_SIZES = [10, 20, 50, 100] as const;
export type ReviewPageSize = (typeof REVIEW_PAGE_SIZES)[number];

/** The search of the home page. The default period, today, is left out of the URL. */
export interface HomeSearch {
  days?: Period;
  /** shows only the review queue, of all entities or of one */
  review?: Entity | 'all';
  page?: number;
  pageSize?: ReviewPageSize;
}

const isPeriod = (value: unknown): value is Period => PERIODS.some((period) => period === value);

/** Parses the search of the home page; unknown values are dropped. */
export function parseHomeSearch({ days, review, page, pageSize }: Record<string, unknown>): HomeSearch {
  const kind = review === 'all' ? review : enums.Entity.find((entity) => entity === review);
  if (kind) {
    const size = REVIEW_PAGE_SIZES.find((one) => one === pageSize && one !== REVIEW_PAGE_SIZE);
    return {
      review: kind,
      ...(Number.isInteger(page) && Number(page) > 1 ? { page: Number(page) } : {}),
      ...(size ? { pageSize: size } : {}),
    };
  }
  return isPeriod(days) && days !== 1 ? { days } : {};
}

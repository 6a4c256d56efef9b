import { type Entity, enums } from '#api/facts.gen.ts';

export const periods = [1, 7, 30] as const;
export type Period = (typeof periods)[number];

export const REVIEW_PAGE_SIZE = 20;
const reviewSizes = [10, 20, 50, 100] as const;
export type ReviewPageSize = (typeof reviewSizes)[number];

/** Today is the default and stays out of the address. */
export interface HomeSearch {
  days?: Period;
  /** The queue of reviews by itself: of all kinds, or of one. */
  review?: Entity | 'all';
  page?: number;
  pageSize?: ReviewPageSize;
}

const isPeriod = (value: unknown): value is Period => periods.some((period) => period === value);

/** Takes from the address of the home page what it understands. */
export function homeSearch({ days, review, page, pageSize }: Record<string, unknown>): HomeSearch {
  const kind = review === 'all' ? review : enums.Entity.find((entity) => entity === review);
  if (kind) {
    const size = reviewSizes.find((one) => one === pageSize && one !== REVIEW_PAGE_SIZE);
    return {
      review: kind,
      ...(Number.isInteger(page) && Number(page) > 1 ? { page: Number(page) } : {}),
      ...(size ? { pageSize: size } : {}),
    };
  }
  return isPeriod(days) && days !== 1 ? { days } : {};
}

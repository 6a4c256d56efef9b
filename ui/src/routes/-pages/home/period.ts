import { type Entity, enums } from '#api/facts.gen.ts';

export const PERIODS = [1, 7, 30] as const;
export type Period = (typeof PERIODS)[number];

/** The typed URL parameters (the router's “search”) of the home page. The default period, today, is left out of the URL. */
export interface HomeSearch {
  days?: Period;
  /** shows only the review queue, of all entities or of one */
  review?: Entity | 'all';
  /** the key of the selected item of the queue */
  item?: string;
}

const isPeriod = (value: unknown): value is Period => PERIODS.some((period) => period === value);

/** Parses the search of the home page; unknown values are dropped. */
export function parseHomeSearch({ days, review, item }: Record<string, unknown>): HomeSearch {
  const kind = review === 'all' ? review : enums.Entity.find((entity) => entity === review);
  if (kind) return { review: kind, ...(typeof item === 'string' && { item }) };
  return isPeriod(days) && days !== 1 ? { days } : {};
}

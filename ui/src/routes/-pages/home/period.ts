import { type Entity, enums, type Schemas } from '#api/facts.gen.ts';

export const PERIODS = [1, 7, 30] as const;
export type Period = (typeof PERIODS)[number];

/** The times for which items may have waited that the queue can be narrowed to, in days. */
export const WAITING_DAYS = [1, 7, 30] as const;

/** What the review queue is narrowed to. */
export interface ReviewFilter {
  kind?: Schemas['ReviewKind'];
  /** the user name of the author */
  by?: string;
  /** the number of days that items have waited at least */
  age?: (typeof WAITING_DAYS)[number];
  /** the pointer of a field that items lack for approval, or `none` for what lacks nothing */
  missing?: string;
}

/** The typed URL parameters (the router's “search”) of the home page. The default period, today, is left out of the URL. */
export interface HomeSearch extends ReviewFilter {
  days?: Period;
  /** shows only the review queue, of all entities or of one */
  review?: Entity | 'all';
  /** the key of the selected item of the queue */
  item?: string;
  /** shows only the rejections of the user's work */
  rejected?: 'all';
}

const DAY_MS = 86_400_000;

/** Returns the parameter of `listReviews` for a number of days that items have waited. */
export const waitingBefore = (days: ReviewFilter['age']): { before?: string } =>
  days === undefined ? {} : { before: new Date(Date.now() - days * DAY_MS).toISOString() };

const isPeriod = (value: unknown): value is Period => PERIODS.some((period) => period === value);

/** Parses the search of the home page; unknown values are dropped. */
export function parseHomeSearch({ days, review, item, rejected, ...filter }: Record<string, unknown>): HomeSearch {
  const entity = review === 'all' ? review : enums.Entity.find((each) => each === review);
  if (entity) return { review: entity, ...parseReviewFilter(filter), ...(typeof item === 'string' && { item }) };
  if (rejected === 'all') return { rejected };
  return isPeriod(days) && days !== 1 ? { days } : {};
}

function parseReviewFilter({ kind, by, age, missing }: Record<string, unknown>): ReviewFilter {
  const knownKind = enums.ReviewKind.find((each) => each === kind);
  const knownAge = WAITING_DAYS.find((each) => each === age);
  return {
    ...(knownKind && { kind: knownKind }),
    ...(typeof by === 'string' && { by }),
    ...(knownAge && { age: knownAge }),
    ...(typeof missing === 'string' && /^(none|\/[A-Za-z0-9]+)$/.test(missing) && { missing }),
  };
}

import { type EntityKey, enums, type Schemas } from '#api/metadata.gen.ts';
import { serverNow } from '#api/server-time.ts';

export const PERIODS = [1, 7, 30] as const;
export type Period = (typeof PERIODS)[number];

/** Filters of the queue by waiting time: at least `from` and less than `below` days. */
export const WAITING_AGES = [
  { age: '0-1', below: 2 },
  { age: '2-6', from: 2, below: 7 },
  { age: '7-29', from: 7, below: 30 },
  { age: 1, from: 1 },
  { age: 7, from: 7 },
  { age: 30, from: 30 },
] as const satisfies { age: string | number; from?: number; below?: number }[];
type WaitingAge = (typeof WAITING_AGES)[number]['age'];

/** What the review queue is narrowed to. */
export interface ReviewFilter {
  kind?: Schemas['ReviewKind'];
  /** the user name of the author */
  by?: string;
  /** for how long items have waited */
  age?: WaitingAge;
  /** the pointer of a field that items lack for approval, or `none` for what lacks nothing */
  missing?: string;
}

/** The typed URL parameters (the router's “search”) of the home page. The default period, today, is left out of the URL. */
export interface HomeSearch extends ReviewFilter {
  days?: Period;
  /** shows only the review queue, of all entities or of one */
  review?: EntityKey | 'all';
  /** the key of the selected item of the queue */
  item?: string;
  /** shows only the rejections of the user's work */
  rejected?: 'all';
}

const DAY_MS = 86_400_000;

const daysAgo = (days: number): string => new Date(serverNow() - days * DAY_MS).toISOString();

/** Returns the parameters of `listReviews` for an age. */
export function waitingTimes(age: WaitingAge | undefined): { before?: string; since?: string } {
  const { from, below }: { from?: number; below?: number } = WAITING_AGES.find((each) => each.age === age) ?? {};
  return { ...(from && { before: daysAgo(from) }), ...(below && { since: daysAgo(below) }) };
}

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
  const knownAge = WAITING_AGES.find((each) => each.age === age)?.age;
  return {
    ...(knownKind && { kind: knownKind }),
    // a user name of digits is decoded as a number
    ...(by !== undefined && by !== '' && { by: String(by) }),
    ...(knownAge && { age: knownAge }),
    ...(typeof missing === 'string' && /^(none|\/[A-Za-z0-9]+)$/.test(missing) && { missing }),
  };
}

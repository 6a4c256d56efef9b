import { pageSizes } from '#crud/list/list-search.ts';
import { calendarDay } from '#i18n/viewer-days.ts';

/** The typed URL parameters (the router's “search”) that all logs have in common. Days are in the user's time zone. */
export interface LogSearch {
  /** The first and the last day, as YYYY-MM-DD. */
  from?: string;
  to?: string;
  /** The cursor of the page; without it, the newest page. */
  cursor?: string;
  pageSize?: (typeof pageSizes)[number];
  /** The open entry beside the table. */
  id?: number;
}

/** Changed URL parameters; undefined removes one. */
export type SearchPatch<Search> = { [Name in keyof Search]?: Search[Name] | undefined };

/** Returns the local midnight at the start of a day, or `later` days after it; undefined for an invalid day. */
function midnight(day: string | undefined, later = 0): Date | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '')?.map(Number) ?? [];
  if (!year || !month || !date) return undefined;
  // computed from year, month and day, since a day with a clock change has no 24 hours
  const search = new Date(year, month - 1, date);
  // Date would turn the 31st of a 30-day month into the next month
  if (search.getMonth() !== month - 1) return undefined;
  return new Date(year, month - 1, date + later);
}

const day = (value: unknown): string | undefined => (midnight(String(value)) ? String(value) : undefined);

export const positiveInteger = (value: unknown): number | undefined =>
  Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined;

export const shortText = (value: unknown, maxLength: number): string | undefined =>
  value === undefined || value === null || value === '' ? undefined : String(value).slice(0, maxLength);

/** Parses the common URL parameters and a log's own ones; drops unknown and invalid ones. */
export function parseLogSearch<Search extends LogSearch>(
  raw: Record<string, unknown>,
  ownParams: SearchPatch<Search>,
): Search {
  const found: SearchPatch<LogSearch> = {
    ...ownParams,
    from: day(raw.from),
    to: day(raw.to),
    cursor: /^\d{1,20}$/.test(String(raw.cursor)) ? String(raw.cursor) : undefined,
    pageSize: pageSizes.find((size) => size === Number(raw.pageSize)),
    id: positiveInteger(raw.id),
  };
  // the cast: undefined members have been removed
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as object as Search;
}

/** Returns the start of the first and the end of the last day in UTC. */
export function toTimeRange({ from, to }: SearchPatch<Pick<LogSearch, 'from' | 'to'>>) {
  const [begin, end] = [midnight(from), midnight(to, 1)];
  return { ...(begin ? { from: begin.toISOString() } : {}), ...(end ? { to: end.toISOString() } : {}) };
}

/** Returns the query parameters of the requested page. */
export const pageQuery = ({ pageSize = 20, cursor }: LogSearch) => ({
  limit: pageSize,
  ...(cursor ? { cursor } : {}),
});

/** Returns the first and last day of a range that ends today. */
export const lastDays = (days: number, now = new Date()): { from: string; to: string } => ({
  from: calendarDay(now, 1 - days),
  to: calendarDay(now),
});

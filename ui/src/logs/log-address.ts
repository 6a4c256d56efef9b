import { pageSizes } from '#crud/list/list-search.ts';
import { calendarDay } from '#i18n/viewer-days.ts';

/** What every log's address says, beside the conditions of its own. Days are those of whoever reads. */
export interface LogAddress {
  /** The first and the last day, as YYYY-MM-DD. */
  from?: string;
  to?: string;
  /** Where the page begins; the newest without it. */
  cursor?: string;
  pageSize?: (typeof pageSizes)[number];
  /** The entry beside the table. */
  id?: number;
}

/** Some of an address; undefined takes a part away. */
export type SearchPatch<Search> = { [Name in keyof Search]?: Search[Name] | undefined };

/** The local midnight with which a day begins, or the one `later` days after it; undefined for what is no day. */
function midnight(day: string | undefined, later = 0): Date | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '')?.map(Number) ?? [];
  if (!year || !month || !date) return undefined;
  // by its parts: a day that the clocks change has not 24 hours
  const search = new Date(year, month - 1, date);
  // the 31st of a month that has 30 days is none
  if (search.getMonth() !== month - 1) return undefined;
  return new Date(year, month - 1, date + later);
}

const day = (value: unknown): string | undefined => (midnight(String(value)) ? String(value) : undefined);

export const positiveInteger = (value: unknown): number | undefined =>
  Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined;

export const shortText = (value: unknown, maxLength: number): string | undefined =>
  value === undefined || value === null || value === '' ? undefined : String(value).slice(0, maxLength);

/** Takes these and a log's own parts from its address; what is not understood is dropped, never an error. */
export function readAddress<Search extends LogAddress>(
  raw: Record<string, unknown>,
  ownParams: SearchPatch<Search>,
): Search {
  const found: SearchPatch<LogAddress> = {
    ...ownParams,
    from: day(raw.from),
    to: day(raw.to),
    cursor: /^\d{1,20}$/.test(String(raw.cursor)) ? String(raw.cursor) : undefined,
    pageSize: pageSizes.find((size) => size === Number(raw.pageSize)),
    id: positiveInteger(raw.id),
  };
  // the cast: what is undefined has gone
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as object as Search;
}

/** Both days whole, as moments in UTC. */
export function toTimeRange({ from, to }: SearchPatch<Pick<LogAddress, 'from' | 'to'>>) {
  const [begin, end] = [midnight(from), midnight(to, 1)];
  return { ...(begin ? { from: begin.toISOString() } : {}), ...(end ? { to: end.toISOString() } : {}) };
}

/** Which page is asked for. */
export const pageQuery = ({ pageSize = 20, cursor }: LogAddress) => ({
  limit: pageSize,
  ...(cursor ? { cursor } : {}),
});

/** The days of a span that ends today. */
export const lastDays = (days: number, now = new Date()): { from: string; to: string } => ({
  from: calendarDay(now, 1 - days),
  to: calendarDay(now),
});

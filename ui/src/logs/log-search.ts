import { pageSizes } from '#crud/list/list-search.ts';
import { type DayRange, toCalendarDay } from '#i18n/viewer-days.ts';

/** The typed URL parameters (the router's “search”) that all logs have in common. Days are in the user's time zone. */
export interface LogSearch extends DayRange {
  /** The cursor of the page; without it, the newest page. */
  cursor?: string;
  pageSize?: (typeof pageSizes)[number];
  /** The open entry beside the table. */
  id?: number;
}

/** Changed URL parameters; undefined removes one. */
export type SearchPatch<Search> = { [Name in keyof Search]?: Search[Name] | undefined };

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
    from: toCalendarDay(raw.from),
    to: toCalendarDay(raw.to),
    cursor: /^\d{1,20}$/.test(String(raw.cursor)) ? String(raw.cursor) : undefined,
    pageSize: pageSizes.find((size) => size === Number(raw.pageSize)),
    id: positiveInteger(raw.id),
  };
  // the cast: undefined members have been removed
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as object as Search;
}

/** Returns the query parameters of the requested page. */
export const pageQuery = ({ pageSize = 20, cursor }: LogSearch) => ({
  limit: pageSize,
  ...(cursor ? { cursor } : {}),
});

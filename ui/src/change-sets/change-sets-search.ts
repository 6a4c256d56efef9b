import { enums } from '#api/metadata.gen.ts';
import type { Sort } from '#kit/table/data-table.tsx';
import { type LogSearch, parseLogSearch, shortText } from '#logs/log-search.ts';
import type { SetStatus } from './change-set.ts';

export const scopes = ['mine', 'toReview'] as const;
/** The scopes of the list, to the last of which home links. */
export const listScopes = [...scopes, 'involved'] as const;

/** The columns by which the list is sorted, with `-` for descending. */
const columns = ['title', 'author', 'updateTime', 'effectiveTime'] as const;
const sorts = columns.flatMap((column) => [column, `-${column}` as const]);

const MAX_QUERY_LENGTH = 100;

/** The typed URL parameters of the list of change sets, whose `from` and `to` are days on which sets take effect. */
export interface ChangeSetsSearch extends LogSearch {
  q?: string;
  status?: SetStatus;
  scope?: (typeof listScopes)[number];
  sort?: (typeof sorts)[number];
}

/** Splits a column to sort by into what the table shows. */
export const toTableSort = (sort: string): Sort => ({
  column: sort.replace(/^-/, ''),
  direction: sort.startsWith('-') ? 'desc' : 'asc',
});

/** Returns the column to sort by for what was chosen in the table. */
export const fromTableSort = ({ column, direction }: Sort): ChangeSetsSearch['sort'] =>
  sorts.find((sort) => sort === `${direction === 'desc' ? '-' : ''}${column}`);

/** Parses the URL parameters and drops unknown or malformed ones. */
export const parseChangeSetsSearch = (raw: Record<string, unknown>): ChangeSetsSearch =>
  parseLogSearch<ChangeSetsSearch>(raw, {
    q: shortText(raw.q, MAX_QUERY_LENGTH),
    status: enums.ChangeSetStatus.find((status) => status === raw.status),
    scope: listScopes.find((scope) => scope === raw.scope),
    sort: sorts.find((sort) => sort === raw.sort),
  });

/** The typed URL parameters of the calendar. */
export interface CalendarSearch {
  /** The shown month, such as 2026-12; the present one without it. */
  month?: string | undefined;
  /** Whose sets are shown; all without it. */
  scope?: (typeof scopes)[number] | undefined;
}

const isMonth = (month: unknown): month is string =>
  typeof month === 'string' && /^2\d{3}-(?:0[1-9]|1[0-2])$/.test(month);

/** Parses the URL parameters of the calendar and drops malformed ones. */
export function parseCalendarSearch(raw: Record<string, unknown>): CalendarSearch {
  const scope = scopes.find((scope) => scope === raw.scope);
  return { ...(isMonth(raw.month) && { month: raw.month }), ...(scope && { scope }) };
}

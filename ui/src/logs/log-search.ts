import { enums } from '#api/facts.gen.ts';
import { pageSizes } from '#crud/list/list-search.ts';
import type { Act } from './acts.ts';

/** What the log's address says. Days are those of whoever reads. */
export interface LogSearch {
  user?: string;
  about?: string;
  act?: Act;
  address?: string;
  /** The first and the last day, as YYYY-MM-DD. */
  from?: string;
  to?: string;
  /** Where the page begins; the newest without it. */
  cursor?: string;
  pageSize?: (typeof pageSizes)[number];
  /** The entry beside the table. */
  id?: number;
}

/** Undefined takes a part away. */
export type LogPart = { [Name in keyof LogSearch]?: LogSearch[Name] | undefined };

export const conditions = ['user', 'about', 'act', 'address', 'from', 'to'] as const;

/** The local midnight with which a day begins, or the one `later` days after it; undefined for what is no day. */
function midnight(day: string | undefined, later = 0): Date | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '')?.map(Number) ?? [];
  if (!year || !month || !date) return undefined;
  // by its parts: a day that the clocks change has not 24 hours
  return new Date(year, month - 1, date + later);
}

const text = (value: unknown, longest: number): string | undefined =>
  value === undefined || value === null || value === '' ? undefined : String(value).slice(0, longest);
const day = (value: unknown): string | undefined => (midnight(String(value)) ? String(value) : undefined);

/** Takes from an address what the log understands; the rest is dropped, never an error. */
export function logSearch(raw: Record<string, unknown>): LogSearch {
  const found: LogPart = {
    user: text(raw.user, 254),
    about: text(raw.about, 254),
    act: enums.Act.find((act) => act === raw.act),
    address: text(raw.address, 45),
    from: day(raw.from),
    to: day(raw.to),
    cursor: /^\d{1,20}$/.test(String(raw.cursor)) ? String(raw.cursor) : undefined,
    pageSize: pageSizes.find((size) => size === Number(raw.pageSize)),
    id: Number.isInteger(Number(raw.id)) && Number(raw.id) > 0 ? Number(raw.id) : undefined,
  };
  // the cast: what is undefined has gone
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as LogSearch;
}

/** The conditions as the server takes them: both days whole, as moments in UTC. */
export function toFilter({ user, about, act, address, from, to }: LogSearch) {
  const [begin, end] = [midnight(from), midnight(to, 1)];
  return {
    ...(user ? { user } : {}),
    ...(about ? { about } : {}),
    ...(act ? { act } : {}),
    ...(address ? { address } : {}),
    ...(begin ? { from: begin.toISOString() } : {}),
    ...(end ? { to: end.toISOString() } : {}),
  };
}

/** The page asked for. */
export const toQuery = (search: LogSearch) => ({
  ...toFilter(search),
  limit: search.pageSize ?? 20,
  ...(search.cursor ? { cursor: search.cursor } : {}),
});

const two = (n: number) => String(n).padStart(2, '0');

/** The days of a span that ends today. */
export function lastDays(days: number, now = new Date()): { from: string; to: string } {
  const text = (time: Date) => `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return { from: text(new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1)), to: text(now) };
}

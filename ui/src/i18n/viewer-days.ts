import { serverDate } from '#api/server-time.ts';

/** Days in the viewer's time zone. They are computed from date parts, because a day on which the clocks change does not have 24 hours. */

const two = (n: number) => String(n).padStart(2, '0');

/** Returns the viewer's current day plus a number of days, such as 2026-11-24. */
export function calendarDay(now = serverDate(), later = 0): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + later);
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** Returns the midnight that starts a period of `days` days ending today. */
export const startOfPeriod = (days: number, now = serverDate()): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1);

/** The first and the last day of a range, as YYYY-MM-DD; either may be missing. */
export interface DayRange {
  from?: string | undefined;
  to?: string | undefined;
}

/** Returns the local midnight at the start of a day, or `later` days after it; undefined for an invalid day or one before the year 1000. */
function midnight(day: string | undefined, later = 0): Date | undefined {
  const [, year, month, date] = /^([1-9]\d{3})-(\d\d)-(\d\d)$/.exec(day ?? '')?.map(Number) ?? [];
  if (!year || !month || !date) return undefined;
  // computed from year, month and day, since a day with a clock change does not have 24 hours
  const start = new Date(year, month - 1, date);
  // Date would turn the 31st of a 30-day month into the next month
  if (start.getMonth() !== month - 1) return undefined;
  return new Date(year, month - 1, date + later);
}

/** Returns the value if it is a day of the calendar. */
export const toCalendarDay = (value: unknown): string | undefined =>
  midnight(String(value)) ? String(value) : undefined;

/** Returns the start of the first and the end of the last day in UTC. */
export function toTimeRange({ from, to }: DayRange): { from?: string; to?: string } {
  const [begin, end] = [midnight(from), midnight(to, 1)];
  return { ...(begin ? { from: begin.toISOString() } : {}), ...(end ? { to: end.toISOString() } : {}) };
}

/** Returns the first and last day of a range that ends today. */
export const lastDays = (days: number, now = serverDate()): { from: string; to: string } => ({
  from: calendarDay(now, 1 - days),
  to: calendarDay(now),
});

/** Returns the first and last day of a range that begins today. */
export const nextDays = (days: number, now = serverDate()): { from: string; to: string } => ({
  from: calendarDay(now),
  to: calendarDay(now, days - 1),
});

const RANGE_SEPARATOR = '..';

/** Returns the range of a text such as `2026-11-01..2026-11-05`; a missing or invalid day leaves that end open. */
export function parseDayRange(text: string): DayRange {
  const [from, to] = text.split(RANGE_SEPARATOR).map(toCalendarDay);
  return { ...(from ? { from } : {}), ...(to ? { to } : {}) };
}

/** Returns a range as text; undefined without any day. */
export const formatDayRange = ({ from, to }: DayRange): string | undefined =>
  from || to ? `${from ?? ''}${RANGE_SEPARATOR}${to ?? ''}` : undefined;

/** Days in the viewer's time zone. They are computed from date parts, because a day on which the clocks change has not 24 hours. */

const two = (n: number) => String(n).padStart(2, '0');

/** Returns the viewer's current day plus a number of days, such as 2026-11-24. */
export function calendarDay(now = new Date(), later = 0): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + later);
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** Returns the midnight at which the last `days` days begin; one day is today. */
export const startOfPeriod = (days: number, now = new Date()): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1);

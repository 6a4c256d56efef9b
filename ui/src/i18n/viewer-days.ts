/** Days are those of the place where the viewer is, by the parts of a date: a day on which the clocks change has not 24 hours. */

const two = (n: number) => String(n).padStart(2, '0');

/** The viewer's day, or the one so many days later: 2026-11-24. */
export function calendarDay(now = new Date(), later = 0): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + later);
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** The midnight with which the last so many days begin; one day is today. */
export const startOfPeriod = (days: number, now = new Date()): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1);

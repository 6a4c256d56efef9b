import type { Language } from '#api/metadata.gen.ts';

// Days and months are texts such as 2026-12-01 and 2026-12. They are computed in UTC, where each day has 24 hours.

const DAY_MS = 86_400_000;
const DAYS_PER_WEEK = 7;

const toDay = (time: number) => new Date(time).toISOString().slice(0, 'yyyy-mm-dd'.length);

export const monthOf = (day: string): string => day.slice(0, 'yyyy-mm'.length);

/** The number of days, from today on, in which a set is due soon; home counts the same days. */
const DAYS_AHEAD = 7;

/** Returns the last day of what is due soon. */
export const lastDayAhead = (today: string): string => toDay(Date.parse(today) + (DAYS_AHEAD - 1) * DAY_MS);

/** Returns the Sunday that ends the week of a day. */
function lastDayOfWeek(day: string): string {
  const weekday = new Date(day).getUTCDay();
  return toDay(Date.parse(day) + ((DAYS_PER_WEEK - weekday) % DAYS_PER_WEEK) * DAY_MS);
}

/** Returns the month some months later. */
export function addMonths(month: string, count: number): string {
  const date = new Date(month);
  return monthOf(toDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1)));
}

/** Returns the weeks that a month is part of, from Monday to Sunday. */
export function weeksOf(month: string): string[][] {
  const weeks: string[][] = [];
  const end = Date.parse(addMonths(month, 1));
  const firstSunday = Date.parse(lastDayOfWeek(`${month}-01`));
  for (let monday = firstSunday - (DAYS_PER_WEEK - 1) * DAY_MS; monday < end; monday += DAYS_PER_WEEK * DAY_MS)
    weeks.push(Array.from({ length: DAYS_PER_WEEK }, (_, index) => toDay(monday + index * DAY_MS)));
  return weeks;
}

export const isWeekend = (day: string): boolean => [0, 6].includes(new Date(day).getUTCDay());

function format(day: string, language: Language, options: Intl.DateTimeFormatOptions): string {
  // the English texts are British
  const locale = { 'zh-CN': 'zh-CN', en: 'en-GB' }[language];
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(day));
}

/** Formats a weekday as 周一 or Mon. */
export const weekdayText = (day: string, language: Language): string => format(day, language, { weekday: 'short' });

/** Formats a month as 2026 年 12 月 or December 2026; Chinese with spaces around numbers, as in all texts. */
export function monthText(month: string, language: Language): string {
  const [year, number] = month.split('-').map(Number);
  return language === 'en'
    ? format(`${month}-01`, language, { month: 'long', year: 'numeric' })
    : `${year} 年 ${number} 月`;
}

/** Formats the month of a year as 12 月 or December. */
export const monthName = (month: string, language: Language): string =>
  language === 'en' ? format(`${month}-01`, language, { month: 'long' }) : `${Number(month.split('-')[1])} 月`;

/** Formats a day as its number, and the first of a month as 12 月 1 日 or 1 Dec. */
export function dayText(day: string, language: Language): string {
  const [, month, number] = day.split('-').map(Number);
  if (number !== 1) return String(number);
  return language === 'en' ? format(day, language, { day: 'numeric', month: 'short' }) : `${month} 月 ${number} 日`;
}

import { serverDate } from '#api/server-time.ts';
import { language } from './i18n.ts';

const day = 86_400_000;

const startOfDay = (time: Date) => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();
const two = (n: number) => String(n).padStart(2, '0');
const timeOfDay = (time: Date) => `${two(time.getHours())}:${two(time.getMinutes())}`;

/** Formats a time as short as possible: 今天 14:32, 昨天 14:32, 10-08 or 2019-06-13. */
export function shortTime(iso: string, now = serverDate()): string {
  const time = new Date(iso);
  const daysAgo = daysBetween(time, now);
  const words = { 'zh-CN': ['今天', '昨天'], en: ['today', 'yesterday'] }[language()];
  if (daysAgo === 0 || daysAgo === 1) return `${words[daysAgo]} ${timeOfDay(time)}`;
  const date = `${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return showsTimeOfDay(time, now) ? `${date} ${timeOfDay(time)}` : `${time.getFullYear()}-${date}`;
}

/** Returns the seconds to append to a short time, such as `:11`, or '' if that has no time of day. */
export function shortSeconds(iso: string, now = serverDate()): string {
  const time = new Date(iso);
  return showsTimeOfDay(time, now) ? `:${two(time.getSeconds())}` : '';
}

const daysBetween = (time: Date, now: Date) => Math.round((startOfDay(now) - startOfDay(time)) / day);
const showsTimeOfDay = (time: Date, now: Date) =>
  time.getFullYear() === now.getFullYear() || [0, 1].includes(daysBetween(time, now));

/** Formats the full time in UTC, for tooltips. */
export const fullTime = (iso: string) => `${iso.replace('T', ' ').replace(/\.\d+Z$/, '')} UTC`;

/** Formats a number with grouped digits. */
export const number = (value: number) => value.toLocaleString('en-US');

/** Formats a number of entries; as 10,000+ if the server stopped counting there. */
export const totalText = ({ total, totalCapped }: { total: number; totalCapped: boolean }): string =>
  `${number(total)}${totalCapped ? '+' : ''}`;

/** Formats a size as 812 B, 14.2 KiB or 3.4 MiB. */
export function bytesText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kibibytes = (bytes / 1024).toFixed(1);
  // compared when rounded, so that 1023.97 KiB are 1.0 MiB
  return Number(kibibytes) < 1024 ? `${kibibytes} KiB` : `${(bytes / 1_048_576).toFixed(1)} MiB`;
}

/** Formats a date as 11 月 20 日 星期五 or Friday 20 November; Chinese with spaces around numbers, as in all texts. */
export function longDate(time: Date): string {
  // the English texts are British
  const locale = { 'zh-CN': 'zh-CN', en: 'en-GB' }[language()];
  const format = new Intl.DateTimeFormat(locale, { month: 'long', day: 'numeric', weekday: 'long' });
  if (language() === 'en') return format.format(time);
  const weekday = format.formatToParts(time).find(({ type }) => type === 'weekday')?.value ?? '';
  return `${time.getMonth() + 1} 月 ${time.getDate()} 日 ${weekday}`;
}

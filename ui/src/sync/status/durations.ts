import { number } from '#i18n/format.ts';
import { t } from '#i18n/i18n.ts';

const two = (n: number) => String(n).padStart(2, '0');

const partsOf = (ms: number) => {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  return {
    seconds: seconds % 60,
    minutes: Math.floor(seconds / 60) % 60,
    hours: Math.floor(seconds / 3600) % 24,
    days: Math.floor(seconds / 86_400),
  };
};

/** A lag as a cell shows it: 0.8 s, 42 s, 4:12, 2:05:12, and from a day on in words. */
export function shortLag(ms: number): string {
  if (ms < 9950) return `${(Math.max(0, ms) / 1000).toFixed(ms > 0 ? 1 : 0)} s`;
  const { seconds, minutes, hours, days } = partsOf(ms);
  if (days > 0) return t('sync.days', { days: number(days), hours });
  if (hours > 0) return `${hours}:${two(minutes)}:${two(seconds)}`;
  return minutes > 0 ? `${minutes}:${two(seconds)}` : `${seconds} s`;
}

/** The same with its units: 0.8 s, 4 分 12 秒, 2 小时 5 分. */
export function longLag(ms: number): string {
  const { seconds, minutes, hours, days } = partsOf(ms);
  if (days > 0) return t('sync.days', { days: number(days), hours });
  if (hours > 0) return t('sync.hours', { hours, minutes });
  return minutes > 0 ? t('sync.minutes', { minutes, seconds }) : shortLag(ms);
}

/** 847, 12,408; from 100,000 on no longer to the last one, since a cell has little room. */
export function shortCount(count: number): string {
  if (count < 100_000) return number(count);
  return count < 1_000_000 ? `${Math.floor(count / 1000)}k` : `${(Math.floor(count / 100_000) / 10).toFixed(1)}M`;
}

/** The time of day to the second, local. */
export function clock(iso: string): string {
  const time = new Date(iso);
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':');
}

export const clockToMinute = (iso: string): string => clock(iso).slice(0, 5);

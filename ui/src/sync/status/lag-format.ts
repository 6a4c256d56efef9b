import { number } from '#i18n/format.ts';
import { t } from '#i18n/i18n.ts';

const twoDigits = (n: number) => String(n).padStart(2, '0');

const toParts = (ms: number) => {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  return {
    seconds: seconds % 60,
    minutes: Math.floor(seconds / 60) % 60,
    hours: Math.floor(seconds / 3600) % 24,
    days: Math.floor(seconds / 86_400),
  };
};

/** Formats a lag compactly, without rounding it up: 0.8 s, 42 s, 4:12, 2:05:12, in words from a day on, and never as 0 unless it is. */
export function formatLag(ms: number): string {
  if (ms <= 0) return '0 s';
  if (ms < 10_000) return `${Math.max(Math.floor(ms / 100) / 10, 0.1).toFixed(1)} s`;
  const { seconds, minutes, hours, days } = toParts(ms);
  if (days > 0) return t('sync.days', { days: number(days), hours });
  if (hours > 0) return `${hours}:${twoDigits(minutes)}:${twoDigits(seconds)}`;
  return minutes > 0 ? `${minutes}:${twoDigits(seconds)}` : `${seconds} s`;
}

/** Formats a lag with units: 0.8 s, 4 分 12 秒, 2 小时 5 分. */
export function formatLagWithUnits(ms: number): string {
  const { seconds, minutes, hours, days } = toParts(ms);
  if (days > 0) return t('sync.days', { days: number(days), hours });
  if (hours > 0) return t('sync.hours', { hours, minutes });
  return minutes > 0 ? t('sync.minutes', { minutes, seconds }) : formatLag(ms);
}

/** Formats a count: 847 or 12,408, and abbreviated from 100,000 on (100k, 1.2M), because cells are narrow. */
export function formatCount(count: number): string {
  if (count < 100_000) return number(count);
  return count < 1_000_000 ? `${Math.floor(count / 1000)}k` : `${(Math.floor(count / 100_000) / 10).toFixed(1)}M`;
}

/** Formats the local time of day with seconds. */
export function formatTimeOfDay(iso: string): string {
  const time = new Date(iso);
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map(twoDigits).join(':');
}

export const formatHourAndMinute = (iso: string): string => formatTimeOfDay(iso).slice(0, 5);

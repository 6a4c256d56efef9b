import { type CalendarDate, parseDate } from '@internationalized/date';

/** What is no date, as a draft of an older form might hold, is none. */
export function parseDay(iso: string | null): CalendarDate | null {
  try {
    return iso === null ? null : parseDate(iso);
  } catch {
    return null;
  }
}

/** 2026-3-1, 2026/03/01, 2026年3月1日, 20260301 as an ISO date; the year comes first in all of them. */
export function readDay(text: string): string | null {
  const parts =
    /^(\d{4})(\d{2})(\d{2})$/.exec(text.trim()) ??
    /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/.exec(text.trim());
  if (!parts) return null;
  const [, year = '', month = '', day = ''] = parts;
  return parseDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)?.toString() ?? null;
}

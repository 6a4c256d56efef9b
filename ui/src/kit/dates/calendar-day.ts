import { type CalendarDate, parseDate } from '@internationalized/date';

/** Parses an ISO date; returns null for an invalid one, such as a draft of an older form may contain. */
export function parseDay(iso: string | null): CalendarDate | null {
  try {
    return iso === null ? null : parseDate(iso);
  } catch {
    return null;
  }
}

/** Parses 2026-3-1, 2026/03/01, 2026年3月1日 or 20260301 and returns an ISO date; the year must come first. */
export function parseDayText(text: string): string | null {
  const parts =
    /^(\d{4})(\d{2})(\d{2})$/.exec(text.trim()) ??
    /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/.exec(text.trim());
  if (!parts) return null;
  const [, year = '', month = '', day = ''] = parts;
  return parseDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)?.toString() ?? null;
}

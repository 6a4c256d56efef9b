import { type CalendarDateTime, type DateValue, parseDateTime } from '@internationalized/date';

/** Moments are ISO 8601 in UTC, and are shown and typed as UTC too. */

const toIso = (text: string): string | null => {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
};

/** Without a zone, for a field that says by itself that it is in UTC. */
export function parseMoment(iso: string | null): CalendarDateTime | null {
  const utc = iso === null ? null : toIso(iso);
  // years beyond 9999 and before 0 have another form, which no field shows
  return utc && /^\d{4}-/.test(utc) ? parseDateTime(utc.slice(0, -1)) : null;
}

export const toMoment = (value: DateValue): string | null => toIso(`${value.toString()}Z`);

const day = String.raw`(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})(?:\s*日)?`;
const clock = String.raw`(\d{1,2})(:\d{2}(?::\d{2}(?:\.\d+)?)?)`;
const written = new RegExp(String.raw`^${day}[T\s]\s*${clock}\s*(Z|UTC|[+-]\d{2}:\d{2})?$`, 'i');

/** 2026-04-13 14:15, 2026/4/13 14:15:30, 2026-04-13T22:15+08:00; what names no zone is in UTC. */
export function readMoment(text: string): string | null {
  const [, year, month, date, hour, rest, zone = ''] = written.exec(text.trim()) ?? [];
  if (!year || !month || !date || !hour) return null;
  const two = (part: string) => part.padStart(2, '0');
  return toIso(`${year}-${two(month)}-${two(date)}T${two(hour)}${rest}${/^[+-]/.test(zone) ? zone : 'Z'}`);
}

/** The day of a moment, as a calendar shows it. */
export const dayOf = (iso: string | null): string | null => parseMoment(iso)?.toString().slice(0, 10) ?? null;

/** The same time of another day; midnight where there was none. */
export const onDay = (day: string, iso: string | null): string =>
  `${day}T${parseMoment(iso)?.toString().slice(11, 19) ?? '00:00:00'}.000Z`;

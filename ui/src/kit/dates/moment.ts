import { type CalendarDateTime, type DateValue, parseDateTime } from '@internationalized/date';
import { parseDay } from './calendar-day.ts';

/** A moment is a date and time in ISO 8601 and UTC; fields also show and accept it in UTC. */

const toIso = (text: string): string | null => {
  const time = new Date(text);
  // Date turns the 30th of February into a day of March
  return Number.isNaN(time.getTime()) || !parseDay(text.slice(0, 10)) ? null : time.toISOString();
};

/** Parses a moment into a date and time without zone, for a field that is labelled as UTC. */
export function parseMoment(iso: string | null): CalendarDateTime | null {
  const utc = iso === null ? null : toIso(iso);
  // years after 9999 and before 0 have another format, which the field does not support
  return utc && /^\d{4}-/.test(utc) ? parseDateTime(utc.slice(0, -1)) : null;
}

export const toMoment = (value: DateValue): string | null => toIso(`${value.toString()}Z`);

const DAY_PATTERN = String.raw`(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})(?:\s*日)?`;
const TIME_PATTERN = String.raw`(\d{1,2})(:\d{2}(?::\d{2}(?:\.\d+)?)?)`;
const MOMENT_PATTERN = new RegExp(String.raw`^${DAY_PATTERN}[T\s]\s*${TIME_PATTERN}\s*(Z|UTC|[+-]\d{2}:\d{2})?$`, 'i');

/** Parses 2026-04-13 14:15, 2026/4/13 14:15:30 or 2026-04-13T22:15+08:00; the default zone is UTC. */
export function parseMomentText(text: string): string | null {
  const [, year, month, date, hour, minutesAndSeconds, zone = ''] = MOMENT_PATTERN.exec(text.trim()) ?? [];
  if (!year || !month || !date || !hour) return null;
  const padTwo = (part: string) => part.padStart(2, '0');
  return toIso(
    `${year}-${padTwo(month)}-${padTwo(date)}T${padTwo(hour)}${minutesAndSeconds}${/^[+-]/.test(zone) ? zone : 'Z'}`,
  );
}

/** Returns the UTC day of a moment as an ISO date. */
export const toDay = (iso: string | null): string | null => parseMoment(iso)?.toString().slice(0, 10) ?? null;

/** Returns the moment with its day replaced; midnight if there was no moment. */
export const replaceDay = (day: string, iso: string | null): string =>
  `${day}T${parseMoment(iso)?.toString().slice(11, 19) ?? '00:00:00'}.000Z`;

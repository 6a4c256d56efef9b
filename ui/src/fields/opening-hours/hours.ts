import { type Day, days, sortDays } from '#crud/text/weekdays.ts';

/** Calculations with opening hours: a closing time at or before the opening time is on the next day. */

export interface Hours {
  days: readonly Day[];
  opens: string;
  closes: string;
}

/** An interval of a day in minutes; `next` marks the part after midnight. */
export interface HourInterval {
  from: number;
  to: number;
  next: boolean;
}

export const presets = {
  everyDay: days,
  weekdays: days.slice(0, 5),
  weekend: days.slice(5),
} as const;

const dayLength = 1440;
const weekLength = 7 * dayLength;

export function toMinutes(time: string): number | null {
  const parts = /^(\d{2}):(\d{2})$/.exec(time);
  if (!parts) return null;
  const minutes = Number(parts[1]) * 60 + Number(parts[2]);
  return Number(parts[2]) < 60 && minutes <= dayLength ? minutes : null;
}

/** Returns the opening and closing minute; a closing time that is not after the opening is on the next day. */
function span({ opens, closes }: Pick<Hours, 'opens' | 'closes'>): { from: number; to: number } | null {
  const [from, to] = [toMinutes(opens), toMinutes(closes)];
  if (from === null || to === null || from === dayLength) return null;
  return { from, to: to <= from ? to + dayLength : to };
}

export const isWholeDay = ({ opens, closes }: Pick<Hours, 'opens' | 'closes'>): boolean =>
  opens === '00:00' && closes === '24:00';

/** Returns whether the closing time is on the next day: 00:00 is, 24:00 is not. */
export const isOvernight = (times: Pick<Hours, 'opens' | 'closes'>): boolean =>
  (span(times)?.to ?? 0) > (toMinutes(times.closes) ?? 0);

/** Returns the intervals of a row: one on the day itself and one after midnight. */
export function stretches(hours: Pick<Hours, 'opens' | 'closes'>): HourInterval[] {
  const whole = span(hours);
  if (!whole) return [];
  const firstDay = { from: whole.from, to: Math.min(whole.to, dayLength), next: false };
  return whole.to > dayLength ? [firstDay, { from: 0, to: whole.to - dayLength, next: true }] : [firstDay];
}

export function unusedDays(rows: readonly Hours[]): Day[] {
  const used = new Set(rows.flatMap((row) => row.days));
  return days.filter((day) => !used.has(day));
}

/** Returns the days on which two rows overlap, including hours after midnight. */
export function overlappingDays(rows: readonly Hours[]): Day[] {
  const open = rows.flatMap((row) => {
    const whole = span(row);
    const starts = whole ? sortDays(row.days).map((day) => days.indexOf(day) * dayLength) : [];
    return starts.map((start) => ({ from: start + (whole?.from ?? 0), to: start + (whole?.to ?? 0) }));
  });
  const found = open.flatMap((a, index) =>
    open.slice(index + 1).flatMap((b) =>
      // Sunday's hours after midnight are on Monday
      [-weekLength, 0, weekLength].flatMap((shift) => {
        const from = Math.max(a.from, b.from + shift);
        return from < Math.min(a.to, b.to + shift) ? [Math.floor(from / dayLength) % 7] : [];
      }),
    ),
  );
  return days.filter((_, index) => found.includes(index));
}

import type { Schemas } from '#api/metadata.gen.ts';
import { calendarDay } from '#i18n/viewer-days.ts';

const SOON_DAYS = 30;

/** Returns the validity of a period on the viewer's current day; either end may be open. */
export function validityOf(from: unknown, to: unknown, now = new Date()): Schemas['Validity'] {
  const today = calendarDay(now);
  if (typeof from === 'string' && from > today) return 'upcoming';
  if (typeof to !== 'string' || to > calendarDay(now, SOON_DAYS)) return 'running';
  return to < today ? 'expired' : 'ending';
}

import type { Schemas } from '#api/facts.gen.ts';
import { calendarDay } from '#i18n/viewer-days.ts';

const SOON_DAYS = 30;

/** Where the viewer's today stands in the time from one day to another, either of which may be open. */
export function validityOf(from: unknown, to: unknown, now = new Date()): Schemas['Validity'] {
  const today = calendarDay(now);
  if (typeof from === 'string' && from > today) return 'upcoming';
  if (typeof to !== 'string' || to > calendarDay(now, SOON_DAYS)) return 'running';
  return to < today ? 'expired' : 'ending';
}

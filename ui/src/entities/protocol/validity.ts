import type { Schemas } from '#api/facts.gen.ts';

const soon = 30;
const day = 86_400_000;

/** Where today stands, by UTC, in the time from one day to another, either of which may be open. */
export function validityOf(from: unknown, to: unknown, now = Date.now()): Schemas['Validity'] {
  const today = new Date(now).toISOString().slice(0, 10);
  const limit = new Date(now + soon * day).toISOString().slice(0, 10);
  if (typeof from === 'string' && from > today) return 'upcoming';
  if (typeof to !== 'string' || to > limit) return 'running';
  return to < today ? 'expired' : 'ending';
}

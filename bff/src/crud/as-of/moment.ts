import type { Database, Transaction } from '#database';
import { invalid } from '#http/problem.ts';
import { isStorableTimestamp } from '#http/validators.ts';

/** A moment of the past, as the last position that the feed had given by then. */
export interface Moment {
  position: number;
  time: Date;
}

const POINTER = '/query/asOf';
const DAY_MS = 24 * 3_600_000;

/** Runs reads that all see the same state of the database, with the moment that `asOf` names. @throws Problem `validationError` */
export const readAtMoment = <T>(
  db: Database,
  asOf: string,
  read: (trx: Transaction, moment: Moment) => Promise<T>,
): Promise<T> =>
  db.transaction(async (trx) => read(trx, await resolveMoment(trx, asOf)), { isolationLevel: 'repeatable read' });

/** Runs reads at a moment that `readAtMoment` has resolved; what has changed since then is in the feed or in its outbox. */
export const readAgainAtMoment = <T>(db: Database, read: (trx: Transaction) => Promise<T>): Promise<T> =>
  db.transaction(read, { isolationLevel: 'repeatable read' });

async function resolveMoment(trx: Transaction, asOf: string): Promise<Moment> {
  const { now } = await trx.select({ now: trx.raw('NOW(3)') }).first();
  const time = toTime(asOf, now);
  const position = await trx('change_feed')
    .where('time', '<=', time)
    .orderBy([
      { column: 'time', order: 'desc' },
      { column: 'position', order: 'desc' },
    ])
    .first('position');
  if (position) return { position: position.position, time };
  const first = (await trx('change_feed').orderBy('time').first('time'))?.time ?? now;
  const parameters = { day: first.toISOString().slice(0, 10), time: first.toISOString() };
  throw invalid({ pointer: POINTER, rule: 'beforeLog', parameters });
}

/** Returns the time itself, or the end of a day; today ends now. */
function toTime(asOf: string, now: Date): Date {
  const isDay = !asOf.includes('T');
  const begin = isDay ? `${asOf}T00:00:00Z` : asOf;
  if (!isStorableTimestamp(begin)) throw invalid({ pointer: POINTER, rule: 'format' });
  const time = new Date(Date.parse(begin) + (isDay ? DAY_MS - 1 : 0));
  if (isDay && asOf === now.toISOString().slice(0, 10)) return now;
  if (time > now) throw invalid({ pointer: POINTER, rule: 'maximum', parameters: { limit: now.toISOString() } });
  return time;
}

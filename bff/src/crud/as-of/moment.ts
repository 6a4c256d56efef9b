import type { CrudContext, Forecast } from '#crud/model.ts';
import type { Database, Transaction } from '#database';
import type { Caller } from '#http/operation-types.ts';
import { invalid, type Problem } from '#http/problem.ts';
import { isStorableTimestamp } from '#http/validators.ts';

/** A moment whose records are read. */
export interface Moment {
  time: Date;
  /** The last position that the feed had given by then, or to a change set that was due by then; in the future that by now. */
  position: number;
  /** What scheduled change sets do until then; undefined in the past, unless some that were due by then are being released now. */
  forecast?: Forecast;
}

const POINTER = '/query/asOf';
const DAY_MS = 24 * 3_600_000;

/** Runs reads that all see the same state of the database, with the moment that `asOf` names. @throws Problem `validationError` */
export const readAtMoment = <T>(
  crud: Pick<CrudContext, 'db' | 'forecast' | 'readDueReleases' | 'timeZone'>,
  { asOf, caller }: { asOf: string; caller: Caller },
  read: (trx: Transaction, moment: Moment) => Promise<T>,
): Promise<T> =>
  crud.db.transaction(
    async (trx) => {
      const { now } = await trx.select({ now: trx.raw('NOW(3)') }).first();
      const time = toTime(asOf, now);
      if (time <= now) {
        const position = await findPosition(trx, time);
        if (position === undefined) throw await beforeLog(crud, trx, now);
        const releases = await crud.readDueReleases(trx, time);
        if (!releases.areAwaited) return read(trx, { time, position: Math.max(position, releases.position) });
      }
      const last = await trx('change_feed').orderBy('position', 'desc').first('position');
      return read(trx, { time, position: last?.position ?? 0, forecast: await crud.forecast(trx, time, caller) });
    },
    { isolationLevel: 'repeatable read' },
  );

/** Runs reads at a moment that `readAtMoment` has resolved; what has changed since then is in the feed or in its outbox. */
export const readAgainAtMoment = <T>(db: Database, read: (trx: Transaction) => Promise<T>): Promise<T> =>
  db.transaction(read, { isolationLevel: 'repeatable read' });

/** Returns the last position that the feed had given by a time; undefined before the first one that the log still has. */
async function findPosition(trx: Transaction, time: Date): Promise<number | undefined> {
  const last = await trx('change_feed')
    .where('time', '<=', time)
    .orderBy([
      { column: 'time', order: 'desc' },
      { column: 'position', order: 'desc' },
    ])
    .first('position');
  return last?.position;
}

const toDay = (time: Date, timeZone: string): string =>
  // Swedish dates have the form 2026-12-01
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(time);

/** Returns the error for a time before the log; its day is the first one that is known at its end, in UTC and where the installation is. */
async function beforeLog(crud: Pick<CrudContext, 'timeZone'>, trx: Transaction, now: Date): Promise<Problem> {
  const first: Date = (await trx('change_feed').orderBy('time').first('time'))?.time ?? now;
  const days = [toDay(first, 'UTC'), toDay(first, await crud.timeZone(trx))];
  const parameters = { day: days.toSorted().at(-1) ?? '', time: first.toISOString() };
  return invalid({ pointer: POINTER, rule: 'beforeLog', parameters });
}

/** Returns the time itself, or the end of a day; today ends now. */
function toTime(asOf: string, now: Date): Date {
  const isDay = !asOf.includes('T');
  const begin = isDay ? `${asOf}T00:00:00Z` : asOf;
  if (!isStorableTimestamp(begin)) throw invalid({ pointer: POINTER, rule: 'format' });
  const time = new Date(Date.parse(begin) + (isDay ? DAY_MS - 1 : 0));
  if (isDay && asOf === now.toISOString().slice(0, 10)) return now;
  return time;
}

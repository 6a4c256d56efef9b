import type { Knex } from 'knex';
import type { CrudContext } from '#crud/model.ts';
import type { Database } from '#database';
import { invalid } from '#http/problem.ts';

const DAY_MS = 24 * 3600_000;

/** The columns of `change_set` that hold its date. */
export interface DateColumns {
  /** The local time in `zone`, written like one in UTC. */
  effective_on: Date | null;
  zone: string | null;
  due_time: Date | null;
}

const NO_DATE: DateColumns = { effective_on: null, zone: null, due_time: null };

/** Returns how far the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
function offsetAt(zone: string, time: number): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const read = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const [hours, minutes, seconds] = [read('hour'), read('minute'), read('second')];
  const local = Date.UTC(read('year'), read('month') - 1, read('day'), hours, minutes, seconds);
  return local - Math.floor(time / 1000) * 1000;
}

/**
 * Returns the moment of a local time such as `2026-04-06T00:00`. A time that the clocks skip is the one as much later; of one that they
 * repeat, the first counts.
 */
export function toMoment(local: string, zone: string): Date {
  const asUtc = Date.parse(`${local}:00Z`);
  const offsetBefore = offsetAt(zone, asUtc - DAY_MS);
  const moments = [offsetBefore, offsetAt(zone, asUtc + DAY_MS)]
    .map((offset) => asUtc - offset)
    .filter((time) => time + offsetAt(zone, time) === asUtc);
  return new Date(moments.length > 0 ? Math.min(...moments) : asUtc - offsetBefore);
}

/** Returns the local day of a moment. */
export const toLocalDay = (time: number, zone: string): string =>
  new Date(time + offsetAt(zone, time)).toISOString().slice(0, 10);

/** Returns the day some days later. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);

/** Narrows a query of sets to those whose date lies in a period of local days. */
export const inPeriod =
  (from: string, to: string) =>
  (query: Knex.QueryBuilder): void =>
    void query.whereBetween('effective_on', [new Date(`${from}T00:00:00Z`), new Date(`${to}T23:59:59Z`)]);

/** Converts the column into the contract's form. */
export const toEffectiveOn = ({ effective_on: on }: DateColumns): string | null =>
  on?.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length) ?? null;

/** Whether a set has a date, and that is still to come. */
export const isAhead = ({ due_time: time }: DateColumns): boolean => time !== null && time.getTime() > Date.now();

const notAhead = () => invalid({ pointer: '/effectiveOn', rule: 'notAhead' });

/** @throws Problem 422 where the date of a set has passed */
export function assertNotPassed(set: DateColumns): void {
  if (set.due_time !== null && !isAhead(set)) throw notAhead();
}

/** Converts the date of a body into columns; the date that a set has already stays with its zone. @throws Problem 422 if it is not ahead */
export async function toDateColumns(
  crud: CrudContext,
  db: Database,
  effectiveOn: string | undefined,
  current: DateColumns = NO_DATE,
): Promise<DateColumns> {
  if (effectiveOn === undefined) return NO_DATE;
  const local = effectiveOn.includes('T') ? effectiveOn : `${effectiveOn}T00:00`;
  if (local === toEffectiveOn(current)) {
    const { effective_on, zone, due_time } = current;
    return { effective_on, zone, due_time };
  }
  const on = new Date(`${local}:00Z`);
  // `Date` turns a day that the month does not have into one of the next
  if (toEffectiveOn({ ...NO_DATE, effective_on: on }) !== local)
    throw invalid({ pointer: '/effectiveOn', rule: 'notDate' });
  const zone = await crud.timeZone(db);
  const columns = { effective_on: on, zone, due_time: toMoment(local, zone) };
  if (!isAhead(columns)) throw notAhead();
  return columns;
}

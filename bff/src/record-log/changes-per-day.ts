import { type CalendarDate, today } from '@internationalized/date';
import { readCachedCounts } from '#crud/list/count-cache.ts';
import { type Database, executeUnprepared } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Query } from '#http/operation-types.ts';
import { invalid } from '#http/problem.ts';

type ChangesOfDay = Schemas['ChangesPerDayAnswer']['data']['days'][number];

// one range of the index per day, so that no row of the table is read
const COUNT_DAY =
  'SELECT ? AS day, COUNT(*) AS n FROM data_log FORCE INDEX (data_log__time) WHERE time >= ? AND time < ?';

/** Counts the changes of each of the last days in a time zone, oldest first. @throws Problem `validationError` for an unknown zone */
export async function countChangesPerDay(
  db: Database,
  { days = 30, timezone = 'UTC' }: Query<'countChangesPerDay'>,
): Promise<ChangesOfDay[]> {
  const lastDay = todayIn(timezone);
  const calendarDays = Array.from({ length: days }, (_, index) => lastDay.subtract({ days: days - 1 - index }));
  const values = calendarDays.flatMap((day) => [
    day.toString(),
    day.toDate(timezone),
    day.add({ days: 1 }).toDate(timezone),
  ]);
  const rows = await readCachedCounts(db, `changes per day ${timezone} ${lastDay} ${days}`, () =>
    executeUnprepared<{ day: string; n: number }[]>(db, calendarDays.map(() => COUNT_DAY).join(' UNION ALL '), values),
  );
  return rows.map(({ day, n }) => ({ day, count: Number(n) })).toSorted((a, b) => a.day.localeCompare(b.day));
}

function todayIn(timezone: string): CalendarDate {
  try {
    return today(timezone);
  } catch (error) {
    if (error instanceof RangeError) throw invalid({ pointer: '/query/timezone', rule: 'unknownTimeZone' });
    throw error;
  }
}

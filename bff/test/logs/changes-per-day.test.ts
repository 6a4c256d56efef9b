import { afterAll, beforeAll, expect, test } from 'vitest';
import { countChangesPerDay } from '#record-log/changes-per-day.ts';
import type { Client } from '../kit/client.ts';
import { countRowsRead } from '../kit/database/rows-read.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let reader: Client;

const DAY_MS = 86_400_000;
const MINUTES_BETWEEN = 37;
/** The times of the changes, from now back over more days than can be counted, except for three days in a row. */
let times: Date[];

beforeAll(async () => {
  service = await startService();
  reader = await service.clientWith('data_log:read');
  await service.db('data_log').delete();
  const now = Date.now();
  const isOnEmptyDay = (time: number) => now - time > 4 * DAY_MS && now - time < 7 * DAY_MS;
  times = Array.from(
    { length: Math.floor((40 * 24 * 60) / MINUTES_BETWEEN) },
    (_, n) => now - n * MINUTES_BETWEEN * 60_000,
  )
    .filter((time) => !isOnEmptyDay(time))
    .map((time) => new Date(time));
  const change = { entity: 'city', record_id: 1, action: 'update', version: 1, actor: 'editor', refs: '{}' };
  await service.db.batchInsert(
    'data_log',
    times.map((time) => ({ ...change, time })),
  );
  // with the statistics of an empty table, the server may read a whole index instead of a range of it
  await service.db.raw('ANALYZE TABLE data_log');
});
afterAll(() => service.stop());

// has the form of an ISO date
const dayFormat = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone });

/** Counts the changes of the last days by formatting the time of each. */
function countByFormat(timeZone: string, days: number) {
  const format = dayFormat(timeZone);
  const today = Date.parse(format.format(new Date()));
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(today - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return { day, count: times.filter((time) => format.format(time) === day).length };
  });
}

// east and west of UTC, with and without daylight saving time, and with an offset of half an hour
test.each([
  'UTC',
  'Asia/Shanghai',
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
])('counts each day in the time zone %s', async (timezone) => {
  const { days } = await reader.ok('countChangesPerDay', { query: { days: 31, timezone } });
  expect(days).toEqual(countByFormat(timezone, 31));
  expect(days.some(({ count }) => count === 0)).toBe(true);
});

test('counts 30 days by UTC without parameters', async () => {
  expect((await reader.ok('countChangesPerDay')).days).toEqual(countByFormat('UTC', 30));
});

test('a count is the total of the log between the midnights of the day', async () => {
  const { days } = await reader.ok('countChangesPerDay', { query: { days: 3, timezone: 'Asia/Shanghai' } });
  for (const { day, count } of days) {
    const from = new Date(`${day}T00:00:00+08:00`);
    const query = { from: from.toISOString(), to: new Date(from.getTime() + DAY_MS).toISOString() };
    expect((await reader.ok('listDataLogs', { query })).total).toBe(count);
  }
});

test('refuses an unknown time zone', async () => {
  const query = { timezone: 'Asia/Atlantis' };
  const { fields } = await reader.expectRefusal('countChangesPerDay', { query }, 'validationError');
  expect(fields).toMatchObject([{ pointer: '/query/timezone', rule: 'unknownTimeZone' }]);
});

test('reads only the changes that it counts', async () => {
  await service.db.transaction(async (trx) => {
    const counted = countByFormat('UTC', 3).reduce((sum, { count }) => sum + count, 0);
    const reads = await countRowsRead(trx, () => countChangesPerDay(trx, { days: 3 }));
    // each range also reads the entry after its last one, and the union is read as well
    expect(reads).toBeLessThanOrEqual(counted + 3 * 3);
  });
});

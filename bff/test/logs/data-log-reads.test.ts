import { beforeAll, expect, test } from 'vitest';
import { dataLogFilter, LISTED_LOG } from '#record-log/entries.ts';
import { type LogPosition, openLog } from '../../src/user-log/read-log.ts';
import { useDatabase } from '../kit/database.ts';
import { fillDataLog, logStart } from '../kit/log-entries.ts';
import { countRowsRead } from '../kit/rows-read.ts';

const { db } = await useDatabase();

// more rows than counting may read, so that a scan would exceed the limit
const count = 120_000;
const cap = 10_001;
const page = 21;

beforeAll(async () => {
  await db('data_log').delete();
  await fillDataLog(db, count);
});

const dayOfLog = (part: number) => new Date(logStart + count * part * 60_000).toISOString();
const years = { from: dayOfLog(0.2), to: dayOfLog(0.9) };
const cities = { entity: 'city' } as const;
const record = { entity: 'city', recordId: 7 } as const;
const byKeeper = { actor: 'keeper' };
const updates = { action: 'update' } as const;

/** Each filter and combination, with the number of entries of its rarest part. */
const filters: [string, Parameters<typeof dataLogFilter>[0], number][] = [
  ['nothing', {}, 0],
  ['times', years, 0],
  ['kind', cities, 0],
  ['record', record, 0],
  ['code', { code: 'C17' }, 0],
  ['person', byKeeper, 0],
  ['action', updates, 0],
  ['nobody', { actor: 'nobody' }, 0],
  ['a code that is no ASCII', { code: '北京' }, 0],
  ['kind and times', { ...cities, ...years }, 0],
  ['record and times', { ...record, ...years }, 0],
  ['person and times', { ...byKeeper, ...years }, 0],
  ['kind and a rare action', { ...cities, action: 'delete' }, count / 1000],
  ['kind and a frequent action', { ...cities, ...updates }, 0],
  ['kind and person', { ...cities, ...byKeeper }, 0],
  ['record and person', { ...record, ...byKeeper }, count / 500],
  ['code and kind', { code: 'C16', ...cities }, count / 500],
  ['someone and a frequent action', { actor: 'person-7', ...updates }, count / 100],
  ['all', { ...record, code: 'C6', actor: 'person-6', ...updates, ...years }, count / 500],
];

test.each(
  filters,
)('by %s, a page reads little more than its own entries, at any position', async (_, filter, rarestFilter) => {
  await db.transaction(async (trx) => {
    const log = await openLog(trx, LISTED_LOG, dataLogFilter(filter));
    // each entry and its place in the feed; a frequent condition beside a frequent one passes over some
    const maxReads = rarestFilter + (Object.keys(filter).length > 1 ? 12 : 3) * page + 9;
    const tenthEntry = (await log.read(undefined, 9 * page)).at(-1);
    const middle: LogPosition = { time: new Date(dayOfLog(0.5)), id: count / 2 };
    for (const after of [undefined, tenthEntry, middle])
      expect(await countRowsRead(trx, () => log.read(after, page))).toBeLessThanOrEqual(maxReads);
    // found and then counted
    expect(await countRowsRead(trx, () => log.count())).toBeLessThan(8 * cap);
  });
});

test('a page within many entries of the same time reads little more than its own entries', async () => {
  const entryTime = new Date(dayOfLog(2));
  const entryColumns = { entity: 'city', action: 'create', version: 1, time: entryTime, actor: 'importer', refs: '{}' };
  const ids = Array.from({ length: 3000 }, (_, n) => 1_000_000 + n);
  await db.batchInsert(
    'data_log',
    ids.map((record_id) => ({ ...entryColumns, record_id })),
  );
  const lastRow = await db('data_log').max({ seq: 'seq' }).first();
  const after: LogPosition = { time: entryTime, id: Number(lastRow?.seq) - 2000 };
  for (const filter of [{}, cities, { actor: 'importer' }])
    await db.transaction(async (trx) => {
      const log = await openLog(trx, LISTED_LOG, dataLogFilter(filter));
      expect(await countRowsRead(trx, () => log.read(after, page))).toBeLessThanOrEqual(3 * page + 9);
      const read = await log.read(after, page);
      expect(read.map(({ id }) => id)).toEqual(Array.from({ length: page }, (_, n) => after.id - 1 - n));
    });
});

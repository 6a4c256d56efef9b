import { beforeAll, expect, test } from 'vitest';
import { dataLogFilter, LISTED_LOG } from '#record-log/entries.ts';
import { type LogPosition, openLog } from '../../src/user-log/read-log.ts';
import { useDatabase } from '../kit/database/database.ts';
import { countRowsRead } from '../kit/database/rows-read.ts';
import { fillDataLog, LOG_START_MS } from '../kit/log-entries.ts';

const { db } = await useDatabase();

// There are more entries than counting may read, so that a scan would exceed the limit.
const ENTRY_COUNT = 120_000;
const COUNT_LIMIT = 10_001;
const PAGE_ROWS = 21;

beforeAll(async () => {
  await db('data_log').delete();
  await fillDataLog(db, ENTRY_COUNT);
});

const timeAt = (fraction: number) => new Date(LOG_START_MS + ENTRY_COUNT * fraction * 60_000).toISOString();
const timeRange = { from: timeAt(0.2), to: timeAt(0.9) };
const cities = { entity: 'city' } as const;
const record = { entity: 'city', recordId: 7 } as const;
const byKeeper = { actor: 'keeper' };
const updates = { action: 'update' } as const;

/** Each filter and combination, with the number of entries that match its rarest condition, or 0 if all are frequent. */
const filters: [string, Parameters<typeof dataLogFilter>[1], number][] = [
  ['no filter', {}, 0],
  ['times', timeRange, 0],
  ['entity', cities, 0],
  ['record', record, 0],
  ['code', { code: 'C17' }, 0],
  ['actor', byKeeper, 0],
  ['action', updates, 0],
  ['an unknown actor', { actor: 'nobody' }, 0],
  ['a code with non-ASCII characters', { code: '北京' }, 0],
  ['a field', { ...cities, field: 'name' }, 0],
  ['a field that few entries changed', { ...cities, field: 'code' }, 0],
  ['an unknown field', { ...cities, field: 'other' }, 0],
  ['task', { task: 7 }, 0],
  ['change set', { changeSetId: 7 }, 0],
  ['entity and times', { ...cities, ...timeRange }, 0],
  ['record and times', { ...record, ...timeRange }, 0],
  ['actor and times', { ...byKeeper, ...timeRange }, 0],
  ['entity and a rare action', { ...cities, action: 'delete' }, ENTRY_COUNT / 1000],
  ['entity and a frequent action', { ...cities, ...updates }, 0],
  ['entity and actor', { ...cities, ...byKeeper }, 0],
  ['record and actor', { ...record, ...byKeeper }, ENTRY_COUNT / 500],
  ['code and entity', { code: 'C16', ...cities }, ENTRY_COUNT / 500],
  ['a rare actor and a frequent action', { actor: 'person-7', ...updates }, ENTRY_COUNT / 100],
  ['all filters', { ...record, code: 'C6', actor: 'person-6', ...updates, ...timeRange }, ENTRY_COUNT / 500],
];

test.each(
  filters,
)('by %s, a page reads little more than its own entries, at any position', async (_, filter, rarestCount) => {
  await db.transaction(async (trx) => {
    const log = await openLog(trx, LISTED_LOG, await dataLogFilter(trx, filter));
    // A page reads each entry and its feed position. Two frequent conditions together also skip some entries.
    const maxReads = rarestCount + (Object.keys(filter).length > 1 ? 12 : 3) * PAGE_ROWS + 9;
    const tenthEntry = (await log.read(undefined, 9 * PAGE_ROWS)).at(-1);
    const middle: LogPosition = { time: new Date(timeAt(0.5)), id: ENTRY_COUNT / 2 };
    for (const after of [undefined, tenthEntry, middle])
      expect(await countRowsRead(trx, () => log.read(after, PAGE_ROWS))).toBeLessThanOrEqual(maxReads);
    // Entries are first found and then counted.
    expect(await countRowsRead(trx, () => log.count())).toBeLessThan(8 * COUNT_LIMIT);
  });
});

test('a page within many entries of the same time reads little more than its own entries', async () => {
  const entryTime = new Date(timeAt(2));
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
      const log = await openLog(trx, LISTED_LOG, await dataLogFilter(trx, filter));
      expect(await countRowsRead(trx, () => log.read(after, PAGE_ROWS))).toBeLessThanOrEqual(3 * PAGE_ROWS + 9);
      const rows = await log.read(after, PAGE_ROWS);
      expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: PAGE_ROWS }, (_, n) => after.id - 1 - n));
    });
});

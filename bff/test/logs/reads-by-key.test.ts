import { beforeAll, expect, test } from 'vitest';
import { USER_LOG, userLogFilter } from '../../src/user-log/handlers.ts';
import { openLog } from '../../src/user-log/read-log.ts';
import { useDatabase } from '../kit/database/database.ts';
import { countRowsRead } from '../kit/database/rows-read.ts';
import { fillUserLog, LOG_START_MS } from '../kit/log-entries.ts';

const { db } = await useDatabase();

// There are more entries than a count may read, so a full scan exceeds the limit.
const ENTRY_COUNT = 120_000;
const COUNT_LIMIT = 10_001;
const PAGE_ROWS = 21;

beforeAll(async () => {
  await fillUserLog(db, ENTRY_COUNT);
});

const timeAtMinute = (index: number) => new Date(LOG_START_MS + index * 60_000);
const timeRange = {
  from: timeAtMinute(ENTRY_COUNT * 0.2).toISOString(),
  to: timeAtMinute(ENTRY_COUNT * 0.9).toISOString(),
};
const byKeeper = { user: 'keeper' };
const rareFilter = { act: 'roleChanged' } as const;
const commonFilter = { act: 'signIn' } as const;
const address = { address: '10.0.0.1' };

/** Each filter and combination, with the number of entries that match its rarest condition, or 0 if all are frequent. */
const filters: [string, Parameters<typeof userLogFilter>[0], number][] = [
  ['no filter', {}, 0],
  ['times', timeRange, 0],
  ['user', byKeeper, 0],
  ['act', commonFilter, 0],
  ['about', { about: 'role-9' }, 0],
  ['address', address, 0],
  ['an unknown user', { user: 'nobody' }, 0],
  ['user and times', { ...byKeeper, ...timeRange }, 0],
  ['address and times', { ...address, ...timeRange }, 0],
  ['user and a rare act', { ...byKeeper, ...rareFilter }, ENTRY_COUNT / 1000],
  ['user and a frequent act', { ...byKeeper, ...commonFilter }, 0],
  ['user and address', { ...byKeeper, ...address }, 0],
  ['a rare user and a frequent act', { user: 'person-7', ...commonFilter }, ENTRY_COUNT / 100],
  ['a rare user and address', { user: 'person-7', ...address }, ENTRY_COUNT / 100],
  ['about and act', { about: 'role-9', ...commonFilter }, ENTRY_COUNT / 50],
  ['user and about', { ...byKeeper, about: 'role-4' }, ENTRY_COUNT / 50],
  ['all filters', { ...byKeeper, ...rareFilter, about: 'role-4', ...address, ...timeRange }, ENTRY_COUNT / 1000],
];

test.each(
  filters,
)('a page filtered by %s reads few entries besides its own, at any position', async (_, filter, rarestCount) => {
  await db.transaction(async (trx) => {
    const log = await openLog(trx, USER_LOG, userLogFilter(filter));
    const maxReads = rarestCount + 10 * PAGE_ROWS;
    expect(await countRowsRead(trx, () => log.read(undefined, PAGE_ROWS))).toBeLessThan(maxReads);
    const middle = { time: timeAtMinute(ENTRY_COUNT / 2), id: ENTRY_COUNT / 2 };
    expect(await countRowsRead(trx, () => log.read(middle, PAGE_ROWS))).toBeLessThan(maxReads);
    // Each entry may be read twice: to find it, and to count it.
    expect(await countRowsRead(trx, () => log.count())).toBeLessThan(8 * COUNT_LIMIT);
  });
});

import { beforeAll, expect, test } from 'vitest';
import { openLog } from '../../src/user-log/read-log.ts';
import { userLog, userLogFilter } from '../../src/user-log/user-log-entries.ts';
import { useDatabase } from '../kit/database.ts';
import { fillUserLog, logStart } from '../kit/log-entries.ts';
import { countRowsRead } from '../kit/rows-read.ts';

const { db } = await useDatabase();

// more rows than counting may read, so that a scan would exceed the limit
const count = 120_000;
const cap = 10_001;
const page = 21;

beforeAll(async () => {
  await fillUserLog(db, count);
});

const minute = (index: number) => new Date(logStart + index * 60_000);
const years = { from: minute(count * 0.2).toISOString(), to: minute(count * 0.9).toISOString() };
const byKeeper = { user: 'keeper' };
const rareFilter = { act: 'roleChanged' } as const;
const commonFilter = { act: 'signIn' } as const;
const address = { address: '10.0.0.1' };

/** Each filter and combination, with how many entries the rarest part of it has. */
const filters: [string, Parameters<typeof userLogFilter>[0], number][] = [
  ['nothing', {}, 0],
  ['times', years, 0],
  ['user', byKeeper, 0],
  ['act', commonFilter, 0],
  ['about', { about: 'role-9' }, 0],
  ['address', address, 0],
  ['nobody', { user: 'nobody' }, 0],
  ['user and times', { ...byKeeper, ...years }, 0],
  ['address and times', { ...address, ...years }, 0],
  ['user and a rare act', { ...byKeeper, ...rareFilter }, count / 1000],
  ['user and a frequent act', { ...byKeeper, ...commonFilter }, 0],
  ['user and address', { ...byKeeper, ...address }, 0],
  ['someone and a frequent act', { user: 'person-7', ...commonFilter }, count / 100],
  ['someone and address', { user: 'person-7', ...address }, count / 100],
  ['about and act', { about: 'role-9', ...commonFilter }, count / 50],
  ['user and about', { ...byKeeper, about: 'role-4' }, count / 50],
  ['all', { ...byKeeper, ...rareFilter, about: 'role-4', ...address, ...years }, count / 1000],
];

test.each(
  filters,
)('by %s, a page reads little more than its own entries, at any position', async (_, filter, rarest) => {
  await db.transaction(async (trx) => {
    const log = await openLog(trx, userLog, userLogFilter(filter));
    const maxReads = rarest + 10 * page;
    expect(await countRowsRead(trx, () => log.read(undefined, page))).toBeLessThan(maxReads);
    const middle = { time: minute(count / 2), id: count / 2 };
    expect(await countRowsRead(trx, () => log.read(middle, page))).toBeLessThan(maxReads);
    // found and then counted
    expect(await countRowsRead(trx, () => log.count())).toBeLessThan(8 * cap);
  });
});

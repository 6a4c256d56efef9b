import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/database.ts';
import { type FeedRange, readFeedRows } from '../../src/feed/feed-rows.ts';
import { pruneChanges } from '../../src/feed/prune-changes.ts';
import { useDatabase } from '../kit/database.ts';
import { numbersSql } from '../kit/log-entries.ts';
import { sequenceAll } from './changes.ts';
import { insertSubscriber } from './subscribers.ts';

const { db } = await useDatabase();

const count = 60_000;
const entities = ['cabin', 'protocol', 'country', 'city'] as const;
const page = 100;

beforeAll(async () => {
  await sequenceAll(db);
  const lastSeq = Number((await db('data_log').max({ seq: 'seq' }).first())?.seq);
  // mostly cities and countries, and a few cabins
  await db.raw(
    `INSERT INTO data_log (seq, entity, record_id, action, version, actor, time, refs)
     SELECT ? + 1 + n, IF(MOD(n, 3000) = 7, 'cabin', IF(MOD(n, 3) = 0, 'country', 'city')),
            1 + MOD(n, 1000), 'update', n + 10, 'x', NOW(3), '{}'
     FROM (${numbersSql(count)}) AS numbers`,
    [lastSeq],
  );
  await db.raw(
    `INSERT INTO change_feed (position, seq, entity, record_id, ordinal, time)
     SELECT seq, seq, entity, record_id, seq, time FROM data_log WHERE seq > ?`,
    [lastSeq],
  );
  await db.raw('ANALYZE TABLE change_feed, data_log');
});

/** Counts the rows that `work` reads, from tables and temporary results. */
const countReads = (work: (trx: Database) => Promise<unknown>) =>
  db.transaction(async (trx) => {
    const reads = async () => {
      const [rows] = await trx.raw("SHOW SESSION STATUS LIKE 'Handler_read%'");
      return rows.reduce((sum: number, { Value }: { Value: string }) => sum + Number(Value), 0);
    };
    const before = await reads();
    await work(trx);
    return (await reads()) - before;
  });

const parts: [string, FeedRange][] = [
  ['all kinds', { after: count / 2, limit: page }],
  ['a frequent kind', { after: count / 2, limit: page, entities: ['city'] }],
  ['a rare kind', { after: 3000, limit: page, entities: ['cabin'] }],
  ['several kinds', { after: count / 2, limit: page, entities }],
];

test.each(parts)('a page of %s reads little more than its own rows, at any position', async (_, part) => {
  const kinds = part.entities?.length ?? 1;
  expect(await countReads((trx) => readFeedRows(trx, part))).toBeLessThan((10 + 5 * kinds) * page);
});

test('pruning reads only what it removes, wherever the lanes are', async () => {
  for (let n = 0; n < 9; n++) await insertSubscriber(db, { entities: [...entities], position: count });
  await db('change_feed').where('position', '<=', page).update('time', new Date(0));
  const pruneFullBatch = async (trx: Database) =>
    expect(await pruneChanges(trx, { days: 30, batchRows: page })).toBe(page);
  expect(await countReads(pruneFullBatch)).toBeLessThan(30 * page);
});

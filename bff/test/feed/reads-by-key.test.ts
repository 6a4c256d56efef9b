import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { type FeedRange, readFeedRows } from '../../src/feed/feed-rows.ts';
import { pruneFeedAndDataLog } from '../../src/feed/prune.ts';
import { useDatabase } from '../kit/database/database.ts';
import { countRowsRead } from '../kit/database/rows-read.ts';
import { numbersSql } from '../kit/log-entries.ts';
import { sequenceAll } from './changes.ts';
import { insertSubscriber } from './subscribers.ts';

const { db } = await useDatabase();

const CHANGE_COUNT = 60_000;
const entities = ['cabin', 'protocol', 'country', 'city'] as const;
const PAGE_ROWS = 100;

beforeAll(async () => {
  await sequenceAll(db);
  const lastSeq = Number((await db('data_log').max({ seq: 'seq' }).first())?.seq);
  // The changes concern cities and countries and a few cabins.
  await db.raw(
    `INSERT INTO data_log (seq, entity, record_id, action, version, actor, time, refs)
     SELECT ? + 1 + n, IF(MOD(n, 3000) = 7, 'cabin', IF(MOD(n, 3) = 0, 'country', 'city')),
            1 + MOD(n, 1000), 'update', n + 10, 'x', NOW(3), '{}'
     FROM (${numbersSql(CHANGE_COUNT)}) AS numbers`,
    [lastSeq],
  );
  await db.raw(
    `INSERT INTO change_feed (position, seq, entity, record_id, ordinal, time)
     SELECT seq, seq, entity, record_id, seq, time FROM data_log WHERE seq > ?`,
    [lastSeq],
  );
  await db.raw('ANALYZE TABLE change_feed, data_log');
});

const ranges: [string, FeedRange][] = [
  ['all entities', { after: CHANGE_COUNT / 2, limit: PAGE_ROWS }],
  ['a frequent entity', { after: CHANGE_COUNT / 2, limit: PAGE_ROWS, entities: ['city'] }],
  ['a rare entity', { after: 3000, limit: PAGE_ROWS, entities: ['cabin'] }],
  ['several entities', { after: CHANGE_COUNT / 2, limit: PAGE_ROWS, entities }],
];

test.each(ranges)('a page of %s reads little more than its own rows, at any position', async (_, range) => {
  const entityCount = range.entities?.length ?? 1;
  const rowsRead = await db.transaction((trx) => countRowsRead(trx, () => readFeedRows(trx, range)));
  expect(rowsRead).toBeLessThan((10 + 5 * entityCount) * PAGE_ROWS);
});

test('pruning reads little more than the rows that it removes, for any lane positions', async () => {
  for (let n = 0; n < 9; n++) await insertSubscriber(db, { entities: [...entities], position: CHANGE_COUNT });
  await db('change_feed').where('position', '<=', PAGE_ROWS).update('time', new Date(0));
  const pruneFullBatch = async (trx: Database) =>
    expect(await pruneFeedAndDataLog(trx, { days: 30, batchRows: PAGE_ROWS })).toBe(PAGE_ROWS);
  const rowsRead = await db.transaction((trx) => countRowsRead(trx, () => pruneFullBatch(trx)));
  expect(rowsRead).toBeLessThan(30 * PAGE_ROWS);
});

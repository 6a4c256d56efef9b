import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleLanes } from '#sync/status/lanes.ts';
import { contract, type EntityKey } from '../../src/http/contract.ts';
import { readLanes } from '../../src/sync/status/lanes.ts';
import { countRowsRead } from '../kit/database/rows-read.ts';
import { numbersSql } from '../kit/log-entries.ts';
import { type Service, startService } from '../kit/service.ts';
import { createSubscriberClient } from './subscribers.ts';

const entityKeys: EntityKey[] = contract.components.schemas.Entity.enum;
// The feed has changes of each entity for twice the minimum backlog of its lane.
const MIN_BACKLOG = 1000;
const FED_CHANGES = entityKeys.length * 2 * (MIN_BACKLOG + 100);
const SAMPLE_MINUTES = 1000;

let service: Service;
let subscribers: Awaited<ReturnType<typeof createSubscriberClient>>;

beforeAll(async () => {
  service = await startService();
  subscribers = await createSubscriberClient(service);
});
afterAll(() => service.stop());

/** Writes more than a thousand changes and a thousand samples after each lane, and as many changes before it. */
async function fillFeedAndSamples() {
  const { db } = service;
  await db('change_feed').delete();
  await db('feed_kind').delete();
  const names = entityKeys.map((key) => `'${key}'`).join();
  await db.raw(
    `INSERT INTO change_feed (position, seq, entity, record_id, ordinal, time)
     SELECT n + 1, n + 1, ELT(MOD(n, ${entityKeys.length}) + 1, ${names}), 1, n DIV ${entityKeys.length} + 1, NOW(3)
     FROM (${numbersSql(FED_CHANGES)}) AS numbers`,
  );
  await db.raw(
    `INSERT INTO feed_kind (entity, position, ordinal)
     SELECT entity, MAX(position), MAX(ordinal) FROM change_feed GROUP BY entity`,
  );
  await db('sync_lane').update({ position: FED_CHANGES / 2, ordinal: Math.floor(FED_CHANGES / 2 / entityKeys.length) });
  await db.raw(
    `INSERT INTO sync_sample (subscriber_id, entity, time, backlog, \`lag\`, delivered, failing)
     SELECT lane.subscriber_id, lane.entity, FROM_UNIXTIME((UNIX_TIMESTAMP() DIV 60 - n - 1) * 60), 0, 0, 0, 0
     FROM (${numbersSql(SAMPLE_MINUTES)}) AS numbers JOIN sync_lane AS lane`,
  );
  await db.raw('ANALYZE TABLE change_feed, sync_sample, sync_lane');
}

test('the state of lanes is read through indexes for any length of the feed and any number of samples', async () => {
  for (let count = 0; count < 5; count++) await subscribers.create({ entities: entityKeys });
  await fillFeedAndSamples();
  const laneCount = 5 * entityKeys.length;
  const countReads = (work: (trx: typeof service.db) => PromiseLike<unknown>) =>
    service.db.transaction((trx) => countRowsRead(trx, async () => work(trx)));
  const lanesBySubscriber = await readLanes(service.db);
  expect([...lanesBySubscriber.values()].flat().every(({ backlog }) => backlog > MIN_BACKLOG)).toBe(true);
  // Each lane reads and joins its row, subscriber, feed position, change, task and five samples.
  expect(await countReads((trx) => readLanes(trx))).toBeLessThan(laneCount * 40);
  expect(await countReads((trx) => sampleLanes(trx))).toBeLessThan(laneCount * 40);
});

test('a lane whose changes were removed has the lag of the oldest change left', async () => {
  const [{ id = 0 } = {}] = await service.db('subscriber').limit(1).select('id');
  await service
    .db('change_feed')
    .where('position', '<', FED_CHANGES - 100)
    .delete();
  await service.db.raw('UPDATE change_feed SET time = NOW(3) - INTERVAL 2 HOUR');
  const lane = await subscribers.lane(id, 'airport');
  expect(lane).toMatchObject({ state: 'behind' });
  expect(lane.lagMs).toBeGreaterThanOrEqual(7_200_000);
});

test('the list takes the same number of statements for five subscribers and for one', async () => {
  const countStatements = () => service.statementsDuring(() => subscribers.manager.ok('getSyncStatus'));
  await countStatements();
  const statementsForFive = await countStatements();
  await service
    .db('subscriber')
    .whereNot('id', service.db.raw('(SELECT id FROM (SELECT MIN(id) AS id FROM subscriber) AS one)'))
    .delete();
  expect(await countStatements()).toBe(statementsForFive);
  expect((await subscribers.manager.ok('getSyncStatus')).subscribers).toHaveLength(1);
});

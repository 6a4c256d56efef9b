import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database, type Transaction, transact } from '../../src/database.ts';
import { sequence } from '../../src/feed/sequencer.ts';
import { type Service, startService } from '../kit/service.ts';
import {
  createFeedReader,
  createRecord,
  deleteRecord,
  range,
  repeatUntilStopped,
  sequenceAll,
  updateRecord,
  versionsOf,
} from './changes.ts';

let service: Service;
let db: Database;
/** Two processes that sequence have a pool each. */
let workers: Database[];

beforeAll(async () => {
  // its client checks the answers
  service = await startService({ validatesResponses: false });
  db = connect(service.databaseUrl, 20);
  workers = [connect(service.databaseUrl), connect(service.databaseUrl)];
});
afterAll(async () => {
  await Promise.all([db, ...workers].map((each) => each.destroy()));
  await service.stop();
});

const writers = 8;
const kinds = ['city', 'airport', 'protocol', 'eurail_station'] as const;
const shared = 2;

/** 150 writes: ten records created, changed and some removed again, and a country that all writers change. */
async function write(writer: number): Promise<void> {
  const commit = <T>(work: (trx: Transaction) => Promise<T>) => transact(db, work);
  for (let round = 0; round < 10; round++) {
    const key = kinds[(writer + round) % kinds.length] ?? 'city';
    const code = `FEED${writer}${round}`;
    const { id } = await commit((trx) => createRecord(trx, key, code));
    for (let change = 1; change <= 9; change++) {
      await commit((trx) => updateRecord(trx, key, id, { name: `${code} ${change}` }));
      if (change % 2 === 0)
        await commit((trx) => updateRecord(trx, 'country', shared, { symbol: `${writer} ${round} ${change}` }));
    }
    await commit<unknown>((trx) =>
      round % 2 === 0 ? deleteRecord(trx, key, id) : updateRecord(trx, key, id, { name: `${code} stays` }),
    );
  }
}

/** Logs a change before all others, and commits it when all of `meanwhile` is done, after two seconds at least. */
async function holding(id: number, meanwhile: () => Promise<void>): Promise<void> {
  await db.transaction(async (trx) => {
    const start = performance.now();
    await updateRecord(trx, 'country', id, { symbol: 'late' });
    await meanwhile();
    await expect.poll(() => performance.now() - start).toBeGreaterThan(2000);
  });
}

const logged = () => db('data_log').orderBy('seq').pluck('seq');

test('a reader sees every change once and each record’s in order, whatever overlaps and however late it commits', {
  timeout: 180_000,
}, async () => {
  const head = await sequenceAll(db);
  const before = await logged();
  const puller = createFeedReader(await service.as('admin'), { limit: 70, cursor: String(head) });
  const stop = repeatUntilStopped(puller.next, ...workers.map((worker) => () => sequence(worker)));
  try {
    await holding(1, async () => {
      await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
      await expect.poll(() => puller.items.length, { timeout: 60_000 }).toBe(writers * 150);
    });
    await expect.poll(() => puller.items.length, { timeout: 60_000 }).toBe(writers * 150 + 1);
  } finally {
    await stop();
  }
  expect(await sequenceAll(db)).toBe(0);

  const fed = await db('change_feed').orderBy('position').select('position', 'seq');
  // who reads by number of insertion would have passed it by
  expect(fed.at(-1).seq).toBe(Math.max(...before) + 1);
  expect(puller.items.at(-1)).toMatchObject({ entity: 'country', recordId: 1, version: 2, record: { symbol: 'late' } });

  expect(fed.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(await logged());
  expect(fed.map(({ position }) => position)).toEqual(range(fed.length));
  expect(puller.items.map(({ position }) => position)).toEqual(range(writers * 150 + 1, head + 1));
  // the countries were there, the others are new
  for (const [key, versions] of versionsOf(puller.items))
    expect(versions).toEqual(range(versions.length, key.startsWith('country') ? 2 : 1));
  expect(versionsOf(puller.items).get(`country ${shared}`)).toEqual(range(writers * 40, 2));
});

test('each kind’s changes are counted without a gap', async () => {
  const kindsOf = await db('feed_kind').orderBy('entity').select('entity', 'ordinal', 'position');
  const found = await db('change_feed')
    .groupBy('entity')
    .orderBy('entity')
    .select('entity')
    .max({ ordinal: 'ordinal', position: 'position' })
    .countDistinct({ n: 'ordinal' });
  expect(found).toEqual(kindsOf.map((kind) => ({ ...kind, n: kind.ordinal })));
});

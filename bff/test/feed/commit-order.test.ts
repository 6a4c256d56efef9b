import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database, type Transaction, transact } from '../../src/database/database.ts';
import { assignPositions } from '../../src/feed/sequencer.ts';
import { type Service, startService } from '../kit/service.ts';
import {
  createFeedReader,
  createRecord,
  deleteRecord,
  groupVersions,
  range,
  repeatUntilStopped,
  sequenceAll,
  updateRecord,
} from './changes.ts';

let service: Service;
let db: Database;
/** The pools of two sequencers. */
let sequencerDbs: Database[];

beforeAll(async () => {
  // The client already validates the answers.
  service = await startService({ validatesResponses: false });
  db = connect(service.databaseUrl, 20);
  sequencerDbs = [connect(service.databaseUrl), connect(service.databaseUrl)];
});
afterAll(async () => {
  await Promise.all([db, ...sequencerDbs].map((database) => database.destroy()));
  await service.stop();
});

const WRITER_COUNT = 8;
const entityKeys = ['city', 'airport', 'protocol', 'eurail_station'] as const;
const sharedCountryId = 2;

/** Writes 150 changes, which create and change ten records, remove some of them, and change a country that all writers share. */
async function write(writer: number): Promise<void> {
  const commit = <T>(work: (trx: Transaction) => Promise<T>) => transact(db, work);
  for (let step = 0; step < 10; step++) {
    const key = entityKeys[(writer + step) % entityKeys.length] ?? 'city';
    const code = `FEED${writer}${step}`;
    const { id } = await commit((trx) => createRecord(trx, key, code));
    for (let change = 1; change <= 9; change++) {
      await commit((trx) => updateRecord(trx, key, id, { name: `${code} ${change}` }));
      if (change % 2 === 0)
        await commit((trx) => updateRecord(trx, 'country', sharedCountryId, { symbol: `${writer} ${step} ${change}` }));
    }
    await commit<unknown>((trx) =>
      step % 2 === 0 ? deleteRecord(trx, key, id) : updateRecord(trx, key, id, { name: `${code} stays` }),
    );
  }
}

/** Logs a change before all others, and commits it after `during` has ended and two seconds have passed. */
async function commitAfter(id: number, during: () => Promise<void>): Promise<void> {
  await db.transaction(async (trx) => {
    const start = performance.now();
    await updateRecord(trx, 'country', id, { symbol: 'late' });
    await during();
    await expect.poll(() => performance.now() - start).toBeGreaterThan(2000);
  });
}

const readSeqs = () => db('data_log').orderBy('seq').pluck('seq');

test('a reader sees every change once and those of a record in order, even if transactions overlap or commit late', {
  timeout: 180_000,
}, async () => {
  const head = await sequenceAll(db);
  const seqsBefore = await readSeqs();
  const feedReader = createFeedReader(await service.as('admin'), { limit: 70, cursor: String(head) });
  const stop = repeatUntilStopped(
    feedReader.next,
    ...sequencerDbs.map((sequencerDb) => () => assignPositions(sequencerDb)),
  );
  try {
    await commitAfter(1, async () => {
      await Promise.all(Array.from({ length: WRITER_COUNT }, (_, writer) => write(writer)));
      await expect.poll(() => feedReader.items.length, { timeout: 60_000 }).toBe(WRITER_COUNT * 150);
    });
    await expect.poll(() => feedReader.items.length, { timeout: 60_000 }).toBe(WRITER_COUNT * 150 + 1);
  } finally {
    await stop();
  }
  expect(await sequenceAll(db)).toBe(0);

  const feedRows = await db('change_feed').orderBy('position').select('position', 'seq');
  // A reader that follows the order of insertion would have skipped this change.
  expect(feedRows.at(-1).seq).toBe(Math.max(...seqsBefore) + 1);
  expect(feedReader.items.at(-1)).toMatchObject({
    entity: 'country',
    recordId: 1,
    version: 2,
    record: { symbol: 'late' },
  });

  expect(feedRows.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(await readSeqs());
  expect(feedRows.map(({ position }) => position)).toEqual(range(feedRows.length));
  expect(feedReader.items.map(({ position }) => position)).toEqual(range(WRITER_COUNT * 150 + 1, head + 1));
  // Only the countries exist before the test.
  for (const [key, versions] of groupVersions(feedReader.items))
    expect(versions).toEqual(range(versions.length, key.startsWith('country') ? 2 : 1));
  expect(groupVersions(feedReader.items).get(`country ${sharedCountryId}`)).toEqual(range(WRITER_COUNT * 40, 2));
});

test('the changes of each entity are numbered without gaps', async () => {
  const feedEntities = await db('feed_kind').orderBy('entity').select('entity', 'ordinal', 'position');
  const feedPositions = await db('change_feed')
    .groupBy('entity')
    .orderBy('entity')
    .select('entity')
    .max({ ordinal: 'ordinal', position: 'position' })
    .countDistinct({ n: 'ordinal' });
  expect(feedPositions).toEqual(feedEntities.map((row) => ({ ...row, n: row.ordinal })));
});

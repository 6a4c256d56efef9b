import { get } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EntityRecord } from '#crud/model.ts';
import { createSnapshotOpener, recordsAtHead } from '#feed/snapshot.ts';
import { createCrudContext } from '../../src/create-crud.ts';
import { toStoredRecords } from '../../src/crud/rows.ts';
import { connect, type Database, transact } from '../../src/database/database.ts';
import { city } from '../../src/entities/city.ts';
import { entities } from '../../src/entities/index.ts';
import { readFeed } from '../../src/feed/read-feed.ts';
import { assignPositions } from '../../src/feed/sequencer.ts';
import { type Client, createClient } from '../kit/client.ts';
import { startDatabaseProxy } from '../kit/database/database-proxy.ts';
import { type Service, startService } from '../kit/service.ts';
import { createRecord, deleteRecord, repeatUntilStopped, sequenceAll, setStatus, updateRecord } from './changes.ts';
import { insertSubscriber } from './subscribers.ts';

let service: Service;
let db: Database;

beforeAll(async () => {
  // The client already validates the answers.
  service = await startService({ validatesResponses: false });
  db = connect(service.databaseUrl, 20);
  await sequenceAll(db);
});
afterAll(async () => {
  await db.destroy();
  await service.stop();
});

type State = Map<string, unknown>;
interface SnapshotLine {
  type: string;
  cursor: string;
  entity: string;
  recordId: number;
  record: EntityRecord;
  records: number;
}

async function takeSnapshot(client: Client, entities?: string) {
  const text = String((await client.call('getChangesSnapshot', { query: entities ? { entities } : {} })).data);
  const [header, ...lines]: SnapshotLine[] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const end = lines.pop();
  expect([header?.type, end]).toEqual(['snapshot', { type: 'end', records: lines.length }]);
  const state: State = new Map(lines.map(({ entity, recordId, record }) => [`${entity} ${recordId}`, record]));
  expect(state.size).toBe(lines.length);
  return { cursor: Number(header?.cursor), state };
}

/** Applies the rest of the feed to the state, and expects each change to follow the record's current version. */
async function catchUp({ cursor, state }: { cursor: number; state: State }): Promise<State> {
  for (let after = cursor, more = true; more; ) {
    const page = await readFeed(db, { after, limit: 500 });
    for (const { entity, recordId, version, deleted, record } of page.items) {
      const key = `${entity} ${recordId}`;
      const before = state.get(key) as EntityRecord | undefined;
      // A gap would skip a version, and an overlap would repeat one.
      if (before) expect(version).toBe(before.version + 1);
      else expect(record).toMatchObject({ createdBy: 'admin' });
      if (deleted) state.delete(key);
      else state.set(key, record);
    }
    [after, more] = [page.position, page.more];
  }
  return state;
}

async function readStoredState(): Promise<State> {
  const state: State = new Map();
  for (const entity of entities)
    for (const { record } of await toStoredRecords(db, entity, await db(entity.table)))
      state.set(`${entity.key} ${record.id}`, record);
  return state;
}

let createdCount = 0;

/** Creates, changes and removes a city, and changes two records that all writers share. */
async function writeChanges(): Promise<number> {
  const code = `SN${++createdCount}`;
  const country = 1 + (createdCount % 40);
  const { id } = await transact(db, (trx) => createRecord(trx, 'city', code));
  await transact(db, (trx) => updateRecord(trx, 'city', id, { name: code }));
  await transact(db, (trx) => updateRecord(trx, 'country', country, { symbol: code }));
  if (createdCount % 3 === 0) await transact(db, (trx) => deleteRecord(trx, 'city', id));
  return 1;
}

test('snapshots and the feed after them leave no gap and no overlap while others write', async () => {
  const admin = await service.as('admin');
  const stop = repeatUntilStopped(writeChanges, writeChanges, writeChanges, () => assignPositions(db));
  const snapshots = [];
  try {
    for (let snapshotCount = 0; snapshotCount < 3; snapshotCount++) {
      const createdBefore = createdCount;
      await expect.poll(() => createdCount).toBeGreaterThan(createdBefore + 10);
      snapshots.push(await takeSnapshot(admin));
    }
  } finally {
    await stop();
  }
  await sequenceAll(db);
  const storedState = await readStoredState();
  for (const snapshot of snapshots) expect(await catchUp(snapshot)).toEqual(storedState);
});

test('a committed change without a position is missing from the snapshot and follows in the feed', async () => {
  const admin = await service.as('admin');
  await sequenceAll(db);
  const removedCity = await transact(db, (trx) => createRecord(trx, 'city', 'SNGONE'));
  const restoredCity = await transact(db, (trx) => createRecord(trx, 'city', 'SNBACK'));
  await sequenceAll(db);
  const stateBefore = await readStoredState();
  const newCity = await transact(db, (trx) => createRecord(trx, 'city', 'SNFRESH'));
  for (let change = 1; change <= 3; change++)
    await transact(db, (trx) => updateRecord(trx, 'country', 50, { symbol: `${change}` }));
  await transact(db, (trx) => deleteRecord(trx, 'city', removedCity.id));
  await transact(db, (trx) => deleteRecord(trx, 'city', restoredCity.id));
  const snapshot = await takeSnapshot(admin);
  expect(snapshot.state).toEqual(stateBefore);
  expect(snapshot.state.has(`city ${newCity.id}`)).toBe(false);
  await sequenceAll(db);
  expect(await catchUp(snapshot)).toEqual(await readStoredState());
});

test.each([3, 20, 500])('a snapshot in batches of %d is complete', async (batchRows) => {
  const ids = await transact(db, async (trx) => {
    const cities: number[] = [];
    for (let n = 0; n < 9; n++) cities.push((await createRecord(trx, 'city', `SN${batchRows}X${n}`)).id);
    return cities;
  });
  await sequenceAll(db);
  const citiesBefore = await db('city').orderBy('id').select('id', 'version', 'name');
  await transact(db, async (trx) => {
    for (const id of [1, 2, 3, 4, 300, 301]) await updateRecord(trx, 'city', id, { name: `In ${batchRows}` });
    for (const id of [...ids.slice(0, 4), ...ids.slice(6)]) await deleteRecord(trx, 'city', id);
    for (let n = 0; n < 7; n++) await createRecord(trx, 'city', `SN${batchRows}Y${n}`);
  });
  const chunks: unknown[] = [];
  await db.transaction(
    async (trx) => {
      for await (const states of recordsAtHead(trx, city, batchRows))
        chunks.push(...states.map(({ record: { id, version, name } }) => ({ id, version, name })));
    },
    { isolationLevel: 'repeatable read' },
  );
  expect(chunks).toEqual(citiesBefore);
});

test('a subscriber’s snapshot has the records of its entities that match its filter', async () => {
  const { id } = await transact(db, (trx) => createRecord(trx, 'city', 'SNSUB'));
  await transact(db, (trx) => setStatus(trx, 'city', id, 'active'));
  await sequenceAll(db);
  // The record has left the filter, but this change has no position yet.
  await transact(db, (trx) => setStatus(trx, 'city', id, 'inactive'));
  const { token } = await insertSubscriber(db, { entities: ['city', 'cabin'], filter: { statuses: ['active'] } });
  const client = createClient(service.url, token);
  const { state } = await takeSnapshot(client);
  const expectedCities = [...(await db('city').where('status', 'active').pluck('id')), id];
  const cabins = await db('cabin').where('status', 'active').pluck('id');
  expect(state.size).toBe(expectedCities.length + cabins.length);
  expect(state.get(`city ${id}`)).toMatchObject({ status: 'active', version: 2 });
  expect((await takeSnapshot(client, 'cabin')).state.size).toBe(cabins.length);
  await client.expectRefusal('getChangesSnapshot', { query: { entities: 'country' } }, 'validationError');
});

/** Requests a snapshot, reads the first bytes and then stops reading. */
async function openWithoutReading({ url, token }: Client) {
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'identity' };
  return new Promise<{ disconnect(): void }>((resolve, reject) => {
    const request = get(`${url}/dc/api/v1/changes/snapshot`, { headers }, (answer) =>
      answer.once('readable', () => resolve({ disconnect: () => request.destroy() })),
    );
    request.on('error', reject);
  });
}

test('at most two snapshots run at once, a slow reader blocks no writer, and its disconnection allows another snapshot', async () => {
  const admin = await service.as('admin');
  // The snapshot must be larger than the buffers of the sockets.
  await db('country').update({ locales: JSON.stringify({ en: { name: 'x'.repeat(60_000) } }) });
  const slowReaders = [await openWithoutReading(admin), await openWithoutReading(admin)];
  try {
    const refusal = await admin.expectRefusal('getChangesSnapshot', {}, 'busy');
    expect(Number(refusal.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await writeChanges()).toBe(1);
    expect(await sequenceAll(db)).toBeGreaterThan(0);
    expect((await admin.ok('listChanges', { query: { limit: 1 } })).items).toHaveLength(1);
  } finally {
    slowReaders[0]?.disconnect();
  }
  const status = async () => (await admin.call('getChangesSnapshot', { query: { entities: 'cabin' } })).status;
  await expect.poll(status).toBe(200);
  slowReaders[1]?.disconnect();
  // InnoDB caches this value for 100 ms, so faster polling would return old values.
  await expect.poll(countOpenTransactions, { interval: 200 }).toBe(0);
});

async function countOpenTransactions(): Promise<number> {
  const [[row]] = await db.raw(
    `SELECT COUNT(*) AS n FROM information_schema.innodb_trx JOIN information_schema.processlist
     ON id = trx_mysql_thread_id WHERE db = DATABASE()`,
  );
  return Number(row.n);
}

const allEntities = { entities: entities.map(({ key }) => key) };

test('a snapshot that takes too long is aborted and releases its connection, even if it is not read', async () => {
  const singleConnection = connect(service.databaseUrl, 1);
  try {
    const openStream = createSnapshotOpener(createCrudContext(singleConnection), { maxStreams: 1, timeoutMs: 1500 });
    const stream = await openStream(allEntities);
    await expect(openStream(allEntities)).rejects.toMatchObject({ key: 'busy' });
    await expect.poll(() => stream.closed).toBe(true);
    expect(stream.errored).toMatchObject({ name: 'AbortError' });
    // There is only one connection, and a busy machine may exceed the time limit again.
    const streamCabins = async () => (await (await openStream({ entities: ['cabin'] })).toArray()).join('');
    await expect.poll(streamCabins).toMatch(/"end".*\n$/);
  } finally {
    await singleConnection.destroy();
  }
});

test('an outage aborts a running snapshot, and an outage before its first line is answered with an error', async () => {
  const proxy = await startDatabaseProxy();
  const proxiedDb = connect(proxy.routeUrl(service.databaseUrl), 1);
  try {
    const openStream = createSnapshotOpener(createCrudContext(proxiedDb), { maxStreams: 1, timeoutMs: 60_000 });
    const stream = await openStream(allEntities);
    proxy.disconnect();
    await expect(stream.toArray()).rejects.toThrow();
    await expect(openStream(allEntities)).rejects.not.toMatchObject({ key: 'busy' });
    proxy.restore();
    expect(await (await openStream({ entities: ['cabin'] })).toArray()).not.toEqual([]);
  } finally {
    await proxiedDb.destroy();
    await proxy.close();
  }
});

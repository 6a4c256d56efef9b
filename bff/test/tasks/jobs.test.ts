import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCrudContext } from '../../src/create-crud.ts';
import { transact } from '../../src/database/database.ts';
import { entities } from '../../src/entities/index.ts';
import { assignPositions } from '../../src/feed/sequencer.ts';
import { claimTask, endTask } from '../../src/tasks/claims.ts';
import { readFile } from '../../src/tasks/files.ts';
import { cancel, enqueue, type NewTask, retry } from '../../src/tasks/queue.ts';
import type { Runner } from '../../src/tasks/runner.ts';
import { reindex, retention, snapshot } from '../../src/worker/tasks/maintenance.ts';
import { replay } from '../../src/worker/tasks/replay.ts';
import { useDatabase } from '../kit/database/database.ts';
import { createTaskHelpers } from './test-tasks.ts';

const { db } = await useDatabase();
let tasks: ReturnType<typeof createTaskHelpers>;
let runner: Runner;
const BATCH_ROWS = 20;

beforeAll(async () => {
  tasks = createTaskHelpers(db);
  const crud = createCrudContext(db);
  const taskKinds = {
    snapshot: snapshot(crud),
    reindex: reindex(crud),
    retention: retention(crud),
    replay: replay(BATCH_ROWS),
  };
  runner = tasks.createTestRunner(taskKinds);
  while ((await assignPositions(db)) > 0);
});
afterAll(async () => {
  await runner.stop();
});

const startTask = async (task: Omit<NewTask, 'by'>) => {
  const id = await enqueue(db, { ...task, by: 'test' });
  await runner.round();
  if (id === undefined) throw new Error('Not queued.');
  return id;
};
const runToEnd = async (id: number) => {
  await expect.poll(async () => (await tasks.readRow(id)).end_time).not.toBeNull();
  return tasks.readRow(id);
};
const countRows = async (table: string) => Number((await db(table).count({ n: '*' }).first())?.n);
const readHead = async () => (await db('feed_mark').where('name', 'head').first()).position;

describe('a snapshot', () => {
  test('is a complete file of all records, stored in parts', async () => {
    const row = await runToEnd(await startTask({ kind: 'snapshot' }));
    const tables = entities.map(({ table }) => table);
    const records = (await Promise.all(tables.map(countRows))).reduce((sum, n) => sum + n, 0);
    expect(row).toMatchObject({ status: 'done', error: null, progress: records, total: records });
    const { file, ...result } = row.result;
    expect(result).toEqual({ records, bytes: file.bytes, cursor: String(await readHead()) });
    const lines = (await text(readFile(db, row.id, file).pipe(createGunzip()))).trimEnd().split('\n');
    const parsedLines = lines.map((line) => JSON.parse(line));
    expect(parsedLines[0]).toMatchObject({
      type: 'snapshot',
      cursor: result.cursor,
      entities: entities.map(({ key }) => key),
    });
    expect(parsedLines.at(-1)).toEqual({ type: 'end', records });
    expect(new Set(parsedLines.slice(1, -1).map(({ entity, recordId }) => `${entity} ${recordId}`))).toHaveLength(
      records,
    );
    const parts = await db('task_file')
      .where('task_id', row.id)
      .orderBy('part')
      .select('part', db.raw('LENGTH(content) n'));
    expect(parts.map(({ part }) => part)).toEqual([...Array(file.parts).keys()]);
    expect(parts.slice(0, -1).every(({ n }) => n === 2 ** 20)).toBe(true);
    expect(parts.reduce((sum, { n }) => sum + n, 0)).toBe(file.bytes);
  });

  test('of some entities replaces the parts of a worker that died', async () => {
    const id = await enqueue(db, { kind: 'snapshot', params: { entities: ['country', 'cabin'] }, by: 'test' });
    await db('task_file').insert([0, 1, 2].map((part) => ({ task_id: id, part, content: Buffer.from('torn') })));
    await runner.round();
    const { result } = await runToEnd(id ?? 0);
    expect(result.records).toBe((await countRows('country')) + (await countRows('cabin')));
    expect(await db('task_file').where('task_id', id)).toHaveLength(result.file.parts);
    const content = await text(readFile(db, id ?? 0, result.file).pipe(createGunzip()));
    expect(content).toContain(`"type":"end","records":${result.records}`);
  });
});

describe('reindexing', () => {
  test('rewrites differing search texts, and continues where a worker stopped', async () => {
    const [firstRow, ...otherRows] = await db('country').orderBy('id').select('id', 'search', 'version', 'update_time');
    await db('country').update({ search: 'wrong' });
    const id = await enqueue(db, { kind: 'reindex', params: { entities: ['country', 'cabin'] }, by: 'test' });
    await db('task')
      .where({ id })
      .update({ state: JSON.stringify({ done: [], after: firstRow.id, records: 1 }) });
    await runner.round();
    const row = await runToEnd(id ?? 0);
    const records = (await countRows('country')) + (await countRows('cabin'));
    expect(row).toMatchObject({ status: 'done', progress: records, total: records, result: { records } });
    const [unchangedRow, ...reindexedRows] = await db('country')
      .orderBy('id')
      .select('id', 'search', 'version', 'update_time');
    expect(unchangedRow.search).toBe('wrong');
    expect(reindexedRows).toEqual(otherRows);
  });
});

describe('indexing records without a search text', () => {
  test('leaves all other records unchanged', async () => {
    const rowsBefore = await db('cabin').orderBy('id').select('id', 'search');
    const [indexedRow, secondRow, ...otherRows] = rowsBefore;
    await db('cabin').where('id', indexedRow.id).update({ search: 'as it is' });
    await db('cabin')
      .whereIn(
        'id',
        otherRows.map(({ id }) => id),
      )
      .update({ search: null });
    const params = { entities: ['country', 'cabin'], missing: true };
    const row = await runToEnd(await startTask({ kind: 'reindex', params }));
    const records = otherRows.length;
    expect(row).toMatchObject({ status: 'done', progress: records, total: records, result: { records } });
    expect(await db('cabin').orderBy('id').select('id', 'search')).toEqual([
      { ...indexedRow, search: 'as it is' },
      secondRow,
      ...otherRows,
    ]);
  });
});

describe('retention', () => {
  test('removes expired changes and logs by the current settings without blocking writers', async () => {
    await db('settings').update({ content: JSON.stringify({ dataLogDays: 100, userLogDays: 10 }) });
    const expiredColumns = { time: db.raw('NOW(3) - INTERVAL 101 DAY') };
    const positions = await db('change_feed').orderBy('position').limit(1500).select('position', 'seq');
    const lastPosition = positions.at(-1)?.position;
    await db('data_log').where('seq', '<=', positions.at(-1)?.seq).update(expiredColumns);
    const entry = { act: 'signIn', user_id: 1, username: 'x', address: 'here', client: 'x' };
    await db('user_log').insert([11, 9].map((days) => ({ ...entry, time: db.raw('NOW(3) - INTERVAL ? DAY', [days]) })));
    // This is an open transaction of a writer.
    const openTransaction = await db.transaction();
    await openTransaction('user_log').insert({ ...entry, time: new Date() });
    await openTransaction('country').where('code', 'CN').update({ version: 2 });
    const row = await runToEnd(await startTask({ kind: 'retention' }));
    await openTransaction.rollback();
    expect(row).toMatchObject({ status: 'done', error: null, result: { removed: expect.any(Number) } });
    expect(row.result.removed).toBeGreaterThan(1500);
    expect(await db('change_feed').min({ first: 'position' }).first()).toEqual({ first: lastPosition + 1 });
    expect(await db('user_log')).toHaveLength(1);
  });
});

describe('a replay', () => {
  const entity = 'train_station';
  const createLane = async (columns: object) => {
    await db('subscriber').delete();
    const currentTimeSql = db.raw('NOW(3)');
    const [id] = await db('subscriber').insert({
      name: 'index',
      url: 'http://index',
      active: 1,
      secret: 'x',
      token_hash: 'x',
      version: 1,
      create_time: currentTimeSql,
      update_time: currentTimeSql,
      created_by: 'test',
      updated_by: 'test',
    });
    const feed = await db('feed_kind').where({ entity }).first('position', 'ordinal');
    await db('sync_lane').insert({ subscriber_id: id, entity, next_time: currentTimeSql, ...feed, ...columns });
    return { subscriber: { id: id ?? 0, name: 'index' }, feed };
  };
  const readLane = () => db('sync_lane').first();
  const findTenthChange = () => db('change_feed').where({ entity }).orderBy('position', 'desc').offset(9).first();

  test('moves the lane back even during a delivery, and lasts until the lane has caught up', async () => {
    const claimColumns = { claim: 'x', claimed_until: db.raw('NOW(3) + INTERVAL 1 MINUTE') };
    const { subscriber, feed } = await createLane({
      ...claimColumns,
      parked: 1,
      attempts: 8,
      ahead: '[1]',
      delivered: 5,
    });
    const { position: from, ordinal } = await findTenthChange();
    const id = await startTask({ kind: 'replay', params: { subscriber, entity, from } });
    await expect.poll(async () => (await readLane()).position).toBe(from - 1);
    expect(await readLane()).toMatchObject({ ordinal: ordinal - 1, claim: null, parked: 0, attempts: 0, ahead: null });
    await expect.poll(() => tasks.readRow(id)).toMatchObject({ status: 'running', progress: 0, total: 10 });
    await db('sync_lane').update({ position: feed.position - 1, ordinal: feed.ordinal - 1, delivered: 14 });
    await expect.poll(() => tasks.readRow(id)).toMatchObject({ progress: 9 });
    await db('sync_lane').update({ ...feed, delivered: 15 });
    expect(await runToEnd(id)).toMatchObject({ status: 'done', progress: 10, result: { delivered: 10 } });
  });

  test('continues after its worker died without moving the lane back again', async () => {
    const { subscriber, feed } = await createLane({});
    const { position: from } = await findTenthChange();
    const params = { subscriber, entity, from };
    const id = await startTask({ kind: 'replay', params });
    await expect.poll(async () => (await readLane()).position).toBe(from - 1);
    await runner.stop();
    expect(await tasks.readRow(id)).toMatchObject({ status: 'queued', state: { until: feed } });
    await db('sync_lane').update({ position: feed.position - 1, ordinal: feed.ordinal - 1, delivered: 9 });
    runner = tasks.createTestRunner({ replay: replay(BATCH_ROWS) });
    await runner.round();
    await expect.poll(() => tasks.readRow(id)).toMatchObject({ status: 'running', progress: 9 });
    expect((await readLane()).position).toBe(feed.position - 1);
    await transact(db, (trx) => cancel(trx, id));
    await runner.round();
    await runToEnd(id);
  });

  test('that is cancelled moves the lane to its earlier position', async () => {
    const { subscriber, feed } = await createLane({});
    const { position: from } = await findTenthChange();
    const id = await startTask({ kind: 'replay', params: { subscriber, entity, from } });
    await expect.poll(async () => (await readLane()).position).toBe(from - 1);
    await transact(db, (trx) => cancel(trx, id));
    await runner.round();
    expect(await runToEnd(id)).toMatchObject({ status: 'cancelled' });
    expect(await readLane()).toMatchObject(feed);
  });

  test('that failed midway and is retried moves the lane to its earlier position even if it is cancelled while it is queued', async () => {
    const { subscriber, feed } = await createLane({});
    const { position: from } = await findTenthChange();
    const id = await startTask({ kind: 'replay', params: { subscriber, entity, from } });
    await expect.poll(async () => (await readLane()).position).toBe(from - 1);
    await runner.stop();
    const claimedTask = await claimTask(db, ['replay'], 30_000);
    if (claimedTask) await endTask(db, claimedTask, { status: 'failed', key: 'broken', error: 'broken' });
    await transact(db, (trx) => retry(trx, id));
    await transact(db, (trx) => cancel(trx, id));
    runner = tasks.createTestRunner({ replay: replay(BATCH_ROWS) });
    await runner.round();
    expect(await runToEnd(id)).toMatchObject({ status: 'cancelled' });
    expect(await readLane()).toMatchObject(feed);
  });

  test('counts only the changes of its entity', async () => {
    const futurePosition = { position: (await readHead()) + 7 };
    const { subscriber, feed } = await createLane(futurePosition);
    const { position: from } = await findTenthChange();
    const id = await startTask({ kind: 'replay', params: { subscriber, entity, from } });
    await expect.poll(async () => (await readLane()).position).toBe(from - 1);
    await db('sync_lane').update({ ...feed, delivered: 10 });
    expect(await runToEnd(id)).toMatchObject({ status: 'done', result: { delivered: 10 } });

    await db('sync_lane').update(futurePosition);
    const params = { subscriber, entity, from: feed.position + 1 };
    const emptyReplay = await runToEnd(await startTask({ kind: 'replay', params }));
    expect(emptyReplay).toMatchObject({ status: 'done', total: 0, result: { delivered: 0 } });
    expect(await readLane()).toMatchObject(futurePosition);
  });

  test('never moves a lane forward, and fails if its subscriber is deleted', async () => {
    const { subscriber } = await createLane({ position: 1, ordinal: 0 });
    const { position: from } = await findTenthChange();
    const id = await startTask({ kind: 'replay', params: { subscriber, entity, from } });
    expect(await runToEnd(id)).toMatchObject({ status: 'done', result: { delivered: 0 } });
    expect((await readLane()).position).toBe(1);
    const deletedLane = await createLane({});
    const otherTaskId = await startTask({
      kind: 'replay',
      params: { subscriber: deletedLane.subscriber, entity, from },
    });
    await db('subscriber').delete();
    expect(await runToEnd(otherTaskId)).toMatchObject({ status: 'failed', error: expect.stringContaining('index') });
  });
});

import { afterEach, expect, test } from 'vitest';
import type { Transaction } from '../../src/database/database.ts';
import { sequenceAll } from '../feed/changes.ts';
import { startWorkerProcess, type WorkerProcess } from '../kit/processes.ts';
import { createTaskHelpers } from '../tasks/test-tasks.ts';
import { setUpImports } from './import-client.ts';

const { service, imports, editor } = await setUpImports();
const { db } = service;
const workers: WorkerProcess[] = [];
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.kill();
});

const ROW_COUNT = 2500;
const codesOf = (prefix: string) => Array.from({ length: ROW_COUNT }, (_, index) => `${prefix}${index}`);
const stageCodes = (codes: string[]) => {
  const content = ['code,name,country', ...codes.map((code) => `${code},City ${code},CN`)].join('\n');
  return imports.uploadAndStage(editor, { entity: 'city', content });
};

const startWorker = async () => {
  const worker = await startWorkerProcess(service.databaseUrl);
  workers.push(worker);
  return worker;
};
const readTaskId = async (id: number) => Number((await db('import').where({ id }).first('task_id')).task_id);
const readProgress = async (id: number) => Number((await db('task').where({ id }).first('progress')).progress);
const pollOptions = { timeout: 60_000, interval: 5 };
const readStatus = async (id: number) => (await db('task').where({ id }).first('status')).status;

type LockRows = (lockingTransaction: Transaction) => Promise<unknown>;

/** Kills the worker once it has written some rows and waits for a locked row, and lets another worker finish. */
async function killInTheMiddle(
  worker: WorkerProcess,
  importId: number,
  lockRows: LockRows,
  startTask: () => Promise<unknown>,
): Promise<WorkerProcess> {
  const lockingTransaction = await db.transaction();
  try {
    await lockRows(lockingTransaction);
    await startTask();
    await expect.poll(async () => readProgress(await readTaskId(importId)), pollOptions).toBeGreaterThan(0);
    await worker.kill();
  } finally {
    await lockingTransaction.rollback();
  }
  const taskId = await readTaskId(importId);
  expect(await readProgress(taskId)).toBeLessThan(ROW_COUNT);
  const nextWorker = await startWorker();
  await createTaskHelpers(db).expireLease(taskId);
  await expect.poll(() => readStatus(taskId), pollOptions).toBe('done');
  expect(await createTaskHelpers(db).readRow(taskId)).toMatchObject({ attempts: 2 });
  return nextWorker;
}

const logRowsOf = (ids: number[]) => db('data_log').where('entity', 'city').whereIn('record_id', ids);
const repeatFor = <T>(ids: number[], value: T): T[] => ids.map(() => value);

/** Expects each row of an import to have one record, log row and feed position, and returns the record ids. */
async function expectRecordsCreatedOnce(importId: number, codes: string[]): Promise<number[]> {
  const ids: number[] = await db('import_row').where({ import_id: importId, outcome: 'created' }).pluck('record_id');
  expect(await db('city').whereIn('id', ids).pluck('code')).toHaveLength(ROW_COUNT);
  expect(new Set(await db('city').whereIn('id', ids).pluck('code'))).toEqual(new Set(codes));
  expect(await logRowsOf(ids).pluck('action')).toEqual(repeatFor(ids, 'create'));
  // The second worker may sequence the feed at the same time.
  const feedPositions = async () => {
    await sequenceAll(db);
    return db('change_feed').whereIn('seq', logRowsOf(ids).select('seq')).pluck('seq');
  };
  await expect.poll(async () => new Set(await feedPositions()).size, pollOptions).toBe(ROW_COUNT);
  expect(await feedPositions()).toHaveLength(ROW_COUNT);
  expect(await db('review_writer').where('entity', 'city').whereIn('record_id', ids)).toHaveLength(ROW_COUNT);
  return ids;
}

const apply = (id: number) => editor.ok('applyImport', { path: { id }, body: { rows: 'all', status: 'pending' } }, 202);

const middleIndex = ROW_COUNT / 2;
/** Makes another transaction take the code, so that the import waits for its lock on the index. */
const lockUnusedCode =
  (code = ''): LockRows =>
  (lockingTransaction) =>
    lockingTransaction('city').where('code', 'SHA').update({ code });
const lockRecordWithCode =
  (code = ''): LockRows =>
  (lockingTransaction) =>
    lockingTransaction('city').where('code', code).forUpdate();

test('after a kill -9 while applying, deciding or reverting another worker finishes, and nothing is written twice', {
  tags: ['slow'],
}, async () => {
  const codes = codesOf('KILL');
  const { id } = await stageCodes(codes);
  const secondWorker = await killInTheMiddle(await startWorker(), id, lockUnusedCode(codes[middleIndex]), () =>
    apply(id),
  );
  expect(await imports.get(editor, id)).toMatchObject({ status: 'applied', outcomes: { created: ROW_COUNT } });
  const ids = await expectRecordsCreatedOnce(id, codes);

  const reviewer = await service.as('reviewer');
  const approve = () => reviewer.ok('decideImport', { path: { id }, body: { event: 'approve' } }, 202);
  const thirdWorker = await killInTheMiddle(secondWorker, id, lockRecordWithCode(codes[middleIndex]), approve);
  expect(await imports.get(editor, id)).toMatchObject({
    status: 'applied',
    outcomes: { created: ROW_COUNT },
    decision: { event: 'approve', by: 'reviewer', done: ROW_COUNT, left: 0 },
  });
  expect(await db('city').whereIn('id', ids).pluck('status')).toEqual(repeatFor(ids, 'approved'));
  expect(await logRowsOf(ids).where('action', 'approve').pluck('version')).toEqual(repeatFor(ids, 2));
  expect(await logRowsOf(ids)).toHaveLength(2 * ROW_COUNT);
  expect(await db('review_writer').where('entity', 'city').whereIn('record_id', ids)).toEqual([]);

  const revert = () => editor.ok('revertImport', { path: { id } }, 202);
  await killInTheMiddle(thirdWorker, id, lockRecordWithCode(codes[middleIndex]), revert);
  expect(await imports.get(editor, id)).toMatchObject({ status: 'reverted', outcomes: { removed: ROW_COUNT } });
  expect(await db('city').whereIn('id', ids)).toEqual([]);
  expect(await logRowsOf(ids).where('action', 'delete').pluck('version')).toEqual(repeatFor(ids, 3));
  expect(await logRowsOf(ids)).toHaveLength(3 * ROW_COUNT);
});

test('an import that is cancelled while it is applied continues when it is applied again', async () => {
  const codes = codesOf('STOP');
  const { id } = await stageCodes(codes);
  // The lock stops the import before its last 100 rows.
  const lockingTransaction = await db.transaction();
  try {
    await lockUnusedCode(codes.at(-100))(lockingTransaction);
    await apply(id);
    await imports.runner.round();
    await expect.poll(async () => readProgress(await readTaskId(id)), pollOptions).toBeGreaterThan(0);
    expect((await editor.ok('cancelImport', { path: { id } })).import.status).toBe('applying');
    await imports.runner.round();
  } finally {
    await lockingTransaction.rollback();
  }
  const taskId = await readTaskId(id);
  await expect.poll(() => readStatus(taskId), pollOptions).toBe('cancelled');
  const cancelledImport = await imports.get(editor, id);
  expect(cancelledImport).toMatchObject({ status: 'applied', fault: { key: 'cancelled' } });
  const writtenIds = await db('city').where('code', 'like', 'STOP%').pluck('id');
  expect(writtenIds.length).toBeGreaterThan(0);
  expect(writtenIds.length).toBeLessThan(ROW_COUNT);
  expect(cancelledImport.outcomes).toEqual({ created: writtenIds.length });

  const finishedImport = await imports.apply(editor, id, { rows: 'all' });
  expect(finishedImport).toMatchObject({ status: 'applied', fault: null });
  expect(finishedImport.outcomes).toEqual({ created: ROW_COUNT });
  expect(await expectRecordsCreatedOnce(id, codes)).toEqual(expect.arrayContaining(writtenIds));
});

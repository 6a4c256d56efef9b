import { afterEach, expect, test } from 'vitest';
import type { Transaction } from '../../src/database.ts';
import { sequenceAll } from '../feed/changes.ts';
import { startWorkerProgram, type WorkerProgram } from '../kit/process.ts';
import { createTaskHelpers } from '../tasks/test-tasks.ts';
import { setUpImports } from './import-client.ts';

const { service, imports, editor } = await setUpImports();
const { db } = service;
const workers: WorkerProgram[] = [];
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.kill();
});

const count = 2500;
const codesOf = (prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);
const stageCodes = (codes: string[]) => {
  const content = ['code,name,country', ...codes.map((code) => `${code},City ${code},CN`)].join('\n');
  return imports.uploadAndStage(editor, { entity: 'city', content });
};

const startWorker = async () => {
  const worker = await startWorkerProgram(service.databaseUrl);
  workers.push(worker);
  return worker;
};
const taskOf = async (id: number) => Number((await db('import').where({ id }).first('task_id')).task_id);
const progressOf = async (id: number) => Number((await db('task').where({ id }).first('progress')).progress);
const within = { timeout: 60_000, interval: 5 };
const statusOf = async (id: number) => (await db('task').where({ id }).first('status')).status;

type Hold = (other: Transaction) => Promise<unknown>;

/** Kills the worker when it has written some rows and waits for a locked one, and lets another worker finish. */
async function killInTheMiddle(
  worker: WorkerProgram,
  importId: number,
  hold: Hold,
  begin: () => Promise<unknown>,
): Promise<WorkerProgram> {
  const other = await db.transaction();
  try {
    await hold(other);
    await begin();
    await expect.poll(async () => progressOf(await taskOf(importId)), within).toBeGreaterThan(0);
    await worker.kill();
  } finally {
    await other.rollback();
  }
  const task = await taskOf(importId);
  expect(await progressOf(task)).toBeLessThan(count);
  const next = await startWorker();
  await createTaskHelpers(db).expireLease(task);
  await expect.poll(() => statusOf(task), within).toBe('done');
  expect(await createTaskHelpers(db).readRow(task)).toMatchObject({ attempts: 2 });
  return next;
}

const logOf = (ids: number[]) => db('data_log').where('entity', 'city').whereIn('record_id', ids);
const each = <T>(ids: number[], value: T): T[] => ids.map(() => value);

/** Expects one record for each row of an import, with one log row and one position in the feed, and returns their ids. */
async function recordsCreatedBy(importId: number, codes: string[]): Promise<number[]> {
  const ids: number[] = await db('import_row').where({ import_id: importId, outcome: 'created' }).pluck('record_id');
  expect(await db('city').whereIn('id', ids).pluck('code')).toHaveLength(count);
  expect(new Set(await db('city').whereIn('id', ids).pluck('code'))).toEqual(new Set(codes));
  expect(await logOf(ids).pluck('action')).toEqual(each(ids, 'create'));
  // the killed one's successor may be at it as well
  const fed = async () => {
    await sequenceAll(db);
    return db('change_feed').whereIn('seq', logOf(ids).select('seq')).pluck('seq');
  };
  await expect.poll(async () => new Set(await fed()).size, within).toBe(count);
  expect(await fed()).toHaveLength(count);
  expect(await db('review_writer').where('entity', 'city').whereIn('record_id', ids)).toHaveLength(count);
  return ids;
}

const apply = (id: number) => editor.ok('applyImport', { path: { id }, body: { rows: 'all', status: 'pending' } }, 202);

const middle = count / 2;
/** Locks the code of a row by inserting it in another transaction. */
const taking =
  (code = ''): Hold =>
  (other) =>
    other('city').where('code', 'SHA').update({ code });
const locking =
  (code = ''): Hold =>
  (other) =>
    other('city').where('code', code).forUpdate();

test('after a kill -9 while applying, deciding or reverting another worker finishes, and nothing is written twice', {
  tags: ['slow'],
}, async () => {
  const codes = codesOf('KILL');
  const { id } = await stageCodes(codes);
  const second = await killInTheMiddle(await startWorker(), id, taking(codes[middle]), () => apply(id));
  expect(await imports.get(editor, id)).toMatchObject({ status: 'applied', outcomes: { created: count } });
  const ids = await recordsCreatedBy(id, codes);

  const reviewer = await service.as('reviewer');
  const approve = () => reviewer.ok('decideImport', { path: { id }, body: { event: 'approve' } }, 202);
  const third = await killInTheMiddle(second, id, locking(codes[middle]), approve);
  expect(await imports.get(editor, id)).toMatchObject({
    status: 'applied',
    outcomes: { created: count },
    decision: { event: 'approve', by: 'reviewer', done: count, left: 0 },
  });
  expect(await db('city').whereIn('id', ids).pluck('status')).toEqual(each(ids, 'approved'));
  expect(await logOf(ids).where('action', 'approve').pluck('version')).toEqual(each(ids, 2));
  expect(await logOf(ids)).toHaveLength(2 * count);
  expect(await db('review_writer').where('entity', 'city').whereIn('record_id', ids)).toEqual([]);

  const revert = () => editor.ok('revertImport', { path: { id } }, 202);
  await killInTheMiddle(third, id, locking(codes[middle]), revert);
  expect(await imports.get(editor, id)).toMatchObject({ status: 'reverted', outcomes: { removed: count } });
  expect(await db('city').whereIn('id', ids)).toEqual([]);
  expect(await logOf(ids).where('action', 'delete').pluck('version')).toEqual(each(ids, 3));
  expect(await logOf(ids)).toHaveLength(3 * count);
});

test('an import that is cancelled while it is applied continues when it is applied again', async () => {
  const codes = codesOf('STOP');
  const { id } = await stageCodes(codes);
  // no further than to that row
  const other = await db.transaction();
  try {
    await taking(codes.at(-100))(other);
    await apply(id);
    await imports.runner.round();
    await expect.poll(async () => progressOf(await taskOf(id)), within).toBeGreaterThan(0);
    expect((await editor.ok('cancelImport', { path: { id } })).import.status).toBe('applying');
    await imports.runner.round();
  } finally {
    await other.rollback();
  }
  const task = await taskOf(id);
  await expect.poll(() => statusOf(task), within).toBe('cancelled');
  const cut = await imports.get(editor, id);
  expect(cut).toMatchObject({ status: 'applied', fault: { key: 'cancelled' } });
  const written = await db('city').where('code', 'like', 'STOP%').pluck('id');
  expect(written.length).toBeGreaterThan(0);
  expect(written.length).toBeLessThan(count);
  expect(cut.outcomes).toEqual({ created: written.length });

  const done = await imports.apply(editor, id, { rows: 'all' });
  expect(done).toMatchObject({ status: 'applied', fault: null });
  expect(done.outcomes).toEqual({ created: count });
  expect(await recordsCreatedBy(id, codes)).toEqual(expect.arrayContaining(written));
});

import { afterEach, expect, test } from 'vitest';
import { tasksOf } from '../tasks/kit.ts';
import { setUp } from './kit.ts';
import { type ForkedWorker, forkWorker } from './worker.ts';

const { service, imports, editor } = await setUp();
const workers: ForkedWorker[] = [];
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.kill();
});

const count = 2500;
const codes = Array.from({ length: count }, (_, index) => `KILL${index}`);
const content = ['code,name,country', ...codes.map((code) => `${code},City ${code},CN`)].join('\n');

const startWorker = async () => {
  const worker = await forkWorker(service.databaseUrl);
  workers.push(worker);
  return worker;
};
const taskOf = async (id: number) => Number((await service.db('import').where({ id }).first('task_id')).task_id);
const progressOf = async (id: number) => Number((await service.db('task').where({ id }).first('progress')).progress);
const within = { timeout: 60_000, interval: 5 };

/** Kills the worker when some of the rows are done, and has another one finish. */
async function killInTheMiddle(worker: ForkedWorker, importId: number): Promise<ForkedWorker> {
  const task = await taskOf(importId);
  await expect.poll(() => progressOf(task), within).toBeGreaterThan(0);
  await worker.kill();
  expect(await progressOf(task)).toBeLessThan(count);
  const next = await startWorker();
  await tasksOf(service.db).forsake(task);
  await expect.poll(async () => (await imports.read(editor, importId)).progress, within).toBeNull();
  expect(await service.db('task').where('id', task).first()).toMatchObject({ status: 'done', attempts: 2 });
  return next;
}

test('kill -9 amidst applying and amidst reverting ends as if nothing had happened, with nothing written twice', async () => {
  const { id } = await imports.staged(editor, { entity: 'city', content });
  const body = { rows: 'all', status: 'pending' } as const;
  await editor.ok('applyImport', { path: { id }, body }, 202);
  const second = await killInTheMiddle(await startWorker(), id);
  expect(await imports.read(editor, id)).toMatchObject({ status: 'applied', outcomes: { created: count } });
  const made: { id: number; code: string }[] = await service
    .db('city')
    .where('code', 'like', 'KILL%')
    .select('id', 'code');
  expect(new Set(made.map(({ code }) => code))).toEqual(new Set(codes));
  const ids = made.map((each) => each.id);
  const log = () => service.db('data_log').where('entity', 'city').whereIn('record_id', ids);
  expect(await log().pluck('action')).toEqual(ids.map(() => 'create'));
  const rows = service.db('import_row').where({ import_id: id, outcome: 'created' });
  expect(new Set(await rows.pluck('record_id'))).toEqual(new Set(ids));
  expect(await service.db('review_writer').where('entity', 'city').whereIn('record_id', ids)).toHaveLength(count);

  await editor.ok('revertImport', { path: { id } }, 202);
  await killInTheMiddle(second, id);
  expect(await imports.read(editor, id)).toMatchObject({ status: 'reverted', outcomes: { removed: count } });
  expect(await service.db('city').whereIn('id', ids)).toEqual([]);
  expect(await log().where('action', 'delete').pluck('version')).toEqual(ids.map(() => 2));
  expect(await log()).toHaveLength(2 * count);
});

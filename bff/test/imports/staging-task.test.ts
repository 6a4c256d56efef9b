import { fork } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { fromJson } from '../../src/database/database.ts';
import type { TaskDefinition } from '../../src/tasks/kinds.ts';
import { createImportTasks } from '../../src/worker/task-kinds.ts';
import { forkOptions, PROGRAM_PATHS } from '../kit/processes.ts';
import { createPausedTask, createTaskHelpers } from '../tasks/test-tasks.ts';
import { setUpImports } from './import-client.ts';

const { service, imports, editor } = await setUpImports();

const airportCsv = (count: number) =>
  ['code,name', ...Array.from({ length: count }, (_, index) => `X-${index},Airport ${index}`)].join('\n');

async function beginStaging(content: string) {
  const id = await imports.upload(editor, { entity: 'airport', content });
  await imports.preview(editor, id);
  await editor.ok('stageImport', { path: { id } }, 202);
  const { task_id: taskId } = await service.db('import').where({ id }).first();
  return { id, taskId: Number(taskId) };
}

const readTaskStatus = async (id: number) => (await service.db('task').where({ id }).first()).status;
/** Reads the line number of each staged row from the database. */
const readStagedLines = (id: number) => service.db('import_row').where('import_id', id).orderBy('n').pluck('line');

describe('staging', () => {
  test('is a task that runs once at a time, and is logged with its user', async () => {
    const { id, taskId } = await beginStaging(airportCsv(3));
    expect(await imports.get(editor, id)).toMatchObject({ status: 'staging', counts: null, progress: { done: 0 } });
    await editor.expectRefusal('stageImport', { path: { id } }, 'invalidTransition');
    await editor.expectRefusal('previewImport', { path: { id }, body: {} }, 'invalidTransition');
    await editor.expectRefusal('deleteImport', { path: { id } }, 'invalidTransition');
    expect(await imports.rows(editor, id)).toEqual([]);
    expect(await imports.runTasks(editor, id)).toMatchObject({
      status: 'staged',
      progress: null,
      fault: null,
      stageTime: expect.any(String),
      counts: { new: 3, changed: 0, unchanged: 0, conflicting: 0, refused: 0, incomplete: 3 },
    });
    const task = await service.db('task').where({ id: taskId }).first();
    expect(task).toMatchObject({ kind: 'importStage', status: 'done', created_by: 'editor' });
    expect(fromJson(task.params)).toEqual({ import: { id, filename: 'file.csv' }, entity: 'airport' });
    const log = service.db('user_log').where({ target_kind: 'task', target_id: taskId });
    expect(await log.pluck('act')).toEqual(['taskStarted']);
  });

  test('and applying allow the next step before their tasks have ended', async () => {
    const { id } = await beginStaging(airportCsv(3));
    const callAfter = (taskKind: TaskDefinition, call: () => Promise<unknown>): TaskDefinition => ({
      run: async (task) => {
        const result = await taskKind.run(task);
        await call();
        return result;
      },
    });
    const body = { rows: 'sound', status: 'pending' } as const;
    const taskKinds = createImportTasks({ crud: imports.crud, importProcesses: service.importProcesses });
    const runner = createTaskHelpers(service.db).createTestRunner({
      importStage: callAfter(taskKinds.importStage, () => editor.ok('applyImport', { path: { id }, body }, 202)),
      importApply: callAfter(taskKinds.importApply, () => editor.ok('revertImport', { path: { id } }, 202)),
      importRevert: taskKinds.importRevert,
    });
    const runAndReadStatus = async () => {
      await runner.round();
      return (await imports.get(editor, id)).status;
    };
    await expect.poll(runAndReadStatus).toBe('reverted');
    const tasksOfImport = service.db('task').whereRaw("JSON_EXTRACT(params, '$.import.id') = ?", [id]);
    const statuses = () => tasksOfImport.clone().orderBy('id').pluck('status');
    await expect.poll(statuses).toEqual(['done', 'done', 'done']);
  });

  test('that is cancelled before or while it runs allows the file to be staged again', async () => {
    const waitingStaging = await beginStaging(airportCsv(3));
    expect((await editor.ok('cancelImport', { path: { id: waitingStaging.id } })).import).toMatchObject({
      status: 'uploaded',
      progress: null,
      fault: { key: 'cancelled', message: '已取消' },
    });
    await editor.expectRefusal('cancelImport', { path: { id: waitingStaging.id } }, 'invalidTransition');

    const runningStaging = await beginStaging(airportCsv(3));
    const { kind, runs } = createPausedTask();
    const runner = createTaskHelpers(service.db).createTestRunner({ importStage: kind });
    await runner.round();
    await expect.poll(() => runs.length).toBe(1);
    expect((await editor.ok('cancelImport', { path: { id: runningStaging.id } })).import.status).toBe('staging');
    await runner.round();
    await expect.poll(() => readTaskStatus(runningStaging.taskId)).toBe('cancelled');
    expect(await imports.get(editor, runningStaging.id)).toMatchObject({
      status: 'uploaded',
      fault: { key: 'cancelled' },
    });
    expect(await imports.stage(editor, runningStaging.id)).toMatchObject({
      status: 'staged',
      counts: { new: 3 },
      fault: null,
    });
    expect(await readStagedLines(runningStaging.id)).toEqual([2, 3, 4]);
  });

  test('whose worker was killed is repeated by another worker with the same result', async () => {
    const count = 10_000;
    const { id, taskId } = await beginStaging(airportCsv(count));
    const worker = fork(PROGRAM_PATHS.worker, forkOptions(service.databaseUrl));
    const exited = new Promise((resolve) => worker.once('exit', (_, signal) => resolve(signal)));
    await expect.poll(() => readStagedLines(id), { timeout: 40_000, interval: 5 }).not.toEqual([]);
    worker.kill('SIGKILL');
    expect(await exited).toBe('SIGKILL');
    expect((await readStagedLines(id)).length).toBeLessThan(count);
    expect(await readTaskStatus(taskId)).toBe('running');
    await createTaskHelpers(service.db).expireLease(taskId);
    expect(await imports.runTasks(editor, id)).toMatchObject({ status: 'staged', counts: { new: count, refused: 0 } });
    expect(await readStagedLines(id)).toEqual(Array.from({ length: count }, (_, index) => index + 2));
  });

  test('that failed, or whose workers all died, sets the import to failed with the reason', async () => {
    for (const [error_key, key] of [
      ['workerDied', 'workerDied'],
      ['broken', 'broken'],
    ]) {
      const { id, taskId } = await beginStaging(airportCsv(1));
      await service.db('task').where({ id: taskId }).update({ status: 'failed', error_key, unique_key: null });
      expect(await imports.get(editor, id)).toMatchObject({ status: 'failed', fault: { key } });
      expect(await imports.stage(editor, id)).toMatchObject({ status: 'staged', fault: null });
      // A worker retries the old task.
      await service
        .db('task')
        .where({ id: taskId })
        .update({ status: 'queued', next_time: service.db.raw('NOW(3)') });
      await imports.runner.round();
      await expect.poll(() => readTaskStatus(taskId)).toBe('failed');
      expect(await imports.get(editor, id)).toMatchObject({ status: 'staged', fault: null });
    }
  });

  test('of the same file by two users at the same time gives both the same report', async () => {
    const secondImporter = await service.clientWith('airport:import');
    const ids = await Promise.all(
      [editor, secondImporter].map(async (client) => {
        const id = await imports.upload(client, { entity: 'airport', content: airportCsv(700) });
        await imports.preview(client, id);
        await client.ok('stageImport', { path: { id } }, 202);
        return id;
      }),
    );
    const reports = await Promise.all(ids.map((id) => imports.runTasks(editor, id)));
    expect(reports).toMatchObject(Array(2).fill({ status: 'staged', counts: { new: 700 } }));
  });
});

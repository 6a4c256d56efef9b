import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claimTask, endTask, renewTask } from '../../src/tasks/claims.ts';
import { defineTask, TaskFailure } from '../../src/tasks/kinds.ts';
import { cancel, enqueue, retry } from '../../src/tasks/queue.ts';
import type { Runner } from '../../src/tasks/runner.ts';
import { useDatabase } from '../kit/database/database.ts';
import { startDatabaseProxy } from '../kit/database/database-proxy.ts';
import { createPausedTask, createTaskHelpers, rejectOnAbort } from './test-tasks.ts';

const { db, open, url } = await useDatabase();
const proxy = await startDatabaseProxy();
/** The connections of the runners, which go through the proxy. */
const proxiedDb = open(proxy.routeUrl(url));
const tasks = createTaskHelpers(db);
const runners: Runner[] = [];

beforeEach(() => db('task').delete());
afterEach(async () => {
  proxy.restore();
  for (const runner of runners.splice(0)) await runner.stop();
});
afterAll(() => proxy.close());

const createWorker = (...options: Parameters<typeof tasks.createTestRunner>) => {
  const runner = tasks.createTestRunner(...options);
  runners.push(runner);
  return runner;
};
const enqueueTask = (kind: string, columns = {}) => enqueue(db, { kind, by: 'test', ...columns });
const readStatus = async (id: number | undefined) => (await tasks.readRow(id)).status;
const inTransaction = <T>(work: (trx: Parameters<typeof cancel>[0]) => Promise<T>) => db.transaction(work);

describe('the queue', () => {
  test('has at most one task of a subject until that task has ended', async () => {
    const { kind: taskKind, runs } = createPausedTask();
    const id = await enqueueTask('held', { subject: 'this' });
    expect(await enqueueTask('held', { subject: 'this' })).toBeUndefined();
    const otherId = await enqueueTask('held', { subject: 'that' });
    const runner = createWorker({ held: taskKind });
    await runner.round();
    expect(await enqueueTask('held', { subject: 'this' })).toBeUndefined();
    for (const { finish } of runs) finish();
    for (const taskId of [id, otherId]) await expect.poll(() => readStatus(taskId)).toBe('done');
    expect(await enqueueTask('held', { subject: 'this' })).toEqual(expect.any(Number));
  });

  test('accepts the next task of a subject once the previous task releases the subject', async () => {
    const queuedIds: (number | undefined)[] = [];
    const releasing = defineTask({
      run: async ({ release }) => {
        queuedIds.push(await enqueueTask('held', { subject: 'this' }));
        await db.transaction(release);
        queuedIds.push(await enqueueTask('held', { subject: 'this' }));
        return {};
      },
    });
    const id = await enqueueTask('releasing', { subject: 'this' });
    await createWorker({ releasing }).round();
    await expect.poll(() => readStatus(id)).toBe('done');
    expect(queuedIds).toEqual([undefined, expect.any(Number)]);
    expect(await enqueueTask('held', { subject: 'this' })).toBeUndefined();
  });

  test('accepts one of several simultaneous tasks of a subject that are queued in separate transactions', async () => {
    const ids = await Promise.all(
      Array.from({ length: 8 }, () =>
        inTransaction((trx) => enqueue(trx, { kind: 'held', subject: 'one', by: 'test' })),
      ),
    );
    expect(ids.filter((id) => id !== undefined)).toHaveLength(1);
  });

  test('cancels a task that was never started immediately and only once', async () => {
    const id = (await enqueueTask('held', { subject: 'this' })) ?? 0;
    await inTransaction((trx) => cancel(trx, id));
    expect(await tasks.readRow(id)).toMatchObject({
      status: 'cancelled',
      unique_key: null,
      end_time: expect.any(Date),
    });
    await expect(inTransaction((trx) => cancel(trx, id))).rejects.toThrow('invalidTransition');
    await inTransaction((trx) => retry(trx, id));
    expect(await tasks.readRow(id)).toMatchObject({ status: 'queued', unique_key: 'this', end_time: null });
    await expect(inTransaction((trx) => retry(trx, id))).rejects.toThrow('invalidTransition');
  });

  test('refuses to retry a task while another of its subject is queued', async () => {
    const id = (await enqueueTask('held', { subject: 'this' })) ?? 0;
    await inTransaction((trx) => cancel(trx, id));
    await enqueueTask('held', { subject: 'this' });
    await expect(inTransaction((trx) => retry(trx, id))).rejects.toThrow('taskRunning');
  });
});

describe('a claim', () => {
  test('belongs to one of several simultaneous workers', async () => {
    for (let n = 0; n < 20; n++) await enqueueTask('plain');
    const claimedIds: number[] = [];
    const claimAll = async () => {
      for (let task = await claimTask(db, ['plain'], 30_000); task; task = await claimTask(db, ['plain'], 30_000))
        claimedIds.push(task.id);
    };
    await Promise.all(Array.from({ length: 6 }, claimAll));
    expect(claimedIds).toHaveLength(20);
    expect(new Set(claimedIds)).toHaveLength(20);
  });

  test('does not wait for locks on other tasks', async () => {
    const [lockedId, freeId] = [await enqueueTask('plain'), await enqueueTask('plain')];
    await inTransaction(async (trx) => {
      await trx('task').where('id', lockedId).forUpdate().first();
      expect((await claimTask(db, ['plain'], 30_000))?.id).toBe(freeId);
      expect(await claimTask(db, ['plain'], 30_000)).toBeUndefined();
    });
  });

  test('that is lost writes nothing', async () => {
    const id = await enqueueTask('plain');
    const firstClaim = await claimTask(db, ['plain'], 30_000);
    await tasks.expireLease(id);
    const secondClaim = await claimTask(db, ['plain'], 30_000);
    expect(secondClaim).toMatchObject({ id, attempts: 2 });
    if (!firstClaim || !secondClaim) throw new Error('Not claimed.');
    await expect(renewTask(db, firstClaim, 30_000, { progress: 9 })).rejects.toThrow('lost');
    await expect(endTask(db, firstClaim, { status: 'done', result: {} })).rejects.toThrow('lost');
    expect(await tasks.readRow(id)).toMatchObject({ status: 'running', progress: 0, claim: secondClaim.claim });
  });

  test('or a pause that ends far in the future because the clock was set back is ignored', async () => {
    const [runningId, waitingId] = [await enqueueTask('plain'), await enqueueTask('plain')];
    await claimTask(db, ['plain'], 30_000);
    const inAnHour = db.raw('NOW(3) + INTERVAL 1 HOUR');
    await db('task').where('id', runningId).update({ claimed_until: inAnHour });
    await db('task').where('id', waitingId).update({ next_time: inAnHour });
    expect((await claimTask(db, ['plain'], 30_000))?.id).toBe(runningId);
    expect((await claimTask(db, ['plain'], 30_000))?.id).toBe(waitingId);
  });

  test('is refused for a task whose workers died three times', async () => {
    const id = await enqueueTask('plain');
    for (const attempts of [1, 2, 3]) {
      expect(await claimTask(db, ['plain'], 30_000)).toMatchObject({ id, attempts });
      await tasks.expireLease(id);
    }
    expect(await claimTask(db, ['plain'], 30_000)).toBeUndefined();
    expect(await tasks.readRow(id)).toMatchObject({ status: 'failed', error: 'Its worker died 3 times.' });
  });
});

describe('a worker', () => {
  test('runs four tasks at once, and light tasks in addition', async () => {
    const [busyTasks, lightTasks] = [createPausedTask(), createPausedTask(true)];
    for (let n = 0; n < 6; n++) await enqueueTask('busy');
    for (let n = 0; n < 3; n++) await enqueueTask('light');
    await createWorker({ busy: busyTasks.kind, light: lightTasks.kind }).round();
    expect([busyTasks.runs.length, lightTasks.runs.length]).toEqual([4, 3]);
  });

  test('keeps a task that runs longer than a lease', async () => {
    const { kind: taskKind, runs } = createPausedTask();
    const id = await enqueueTask('held');
    const [firstWorker, secondWorker] = [
      createWorker({ held: taskKind }, { heartbeatSeconds: 0 }),
      createWorker({ held: taskKind }),
    ];
    const readLeaseEnd = async () => (await tasks.readRow(id)).claimed_until.getTime();
    await firstWorker.round();
    const leaseEndBefore = await readLeaseEnd();
    // This simulates that most of the lease has elapsed.
    await db('task')
      .where({ id })
      .update({ claimed_until: db.raw('claimed_until - INTERVAL 25 SECOND') });
    await firstWorker.round();
    expect(await readLeaseEnd()).toBeGreaterThanOrEqual(leaseEndBefore);
    await secondWorker.round();
    expect(runs).toHaveLength(1);
    runs[0]?.finish();
    await expect.poll(() => tasks.readRow(id)).toMatchObject({ status: 'done', attempts: 1, result: { records: 1 } });
  });

  test('aborts a task that another worker has claimed, and does not end it', async () => {
    const { kind: taskKind, runs } = createPausedTask();
    const id = await enqueueTask('held');
    const [firstWorker, secondWorker] = [createWorker({ held: taskKind }), createWorker({ held: taskKind })];
    await firstWorker.round();
    await tasks.expireLease(id);
    await secondWorker.round();
    await firstWorker.round();
    await expect.poll(() => runs[0]?.context.signal.aborted).toBe(true);
    expect(runs[1]?.context.signal.aborted).toBe(false);
    runs[1]?.finish();
    await expect.poll(() => tasks.readRow(id)).toMatchObject({ status: 'done', attempts: 2 });
  });

  test('aborts a cancelled task when it renews the lease', async () => {
    const { kind: taskKind, runs } = createPausedTask();
    const id = (await enqueueTask('held', { subject: 'this' })) ?? 0;
    const runner = createWorker({ held: taskKind });
    await runner.round();
    await inTransaction((trx) => cancel(trx, id));
    expect(await tasks.readRow(id)).toMatchObject({ status: 'running', cancelling: 1 });
    await runner.round();
    await expect.poll(() => tasks.readRow(id)).toMatchObject({ status: 'cancelled', cancelling: 0, unique_key: null });
    expect(runs).toHaveLength(1);
  });

  test('that stops releases its task, and the next one continues it at once', async () => {
    const steps: unknown[] = [];
    const taskKind = defineTask<object, { at: number }>({
      run: async ({ state, progress, signal }) => {
        steps.push(state);
        await progress(1, 2, { at: 1 });
        if (!state) await rejectOnAbort(signal);
        return { records: 2 };
      },
    });
    const id = await enqueueTask('steps');
    const firstWorker = createWorker({ steps: taskKind });
    await firstWorker.round();
    await expect.poll(() => tasks.readRow(id)).toMatchObject({ progress: 1, total: 2 });
    await firstWorker.stop();
    expect(await tasks.readRow(id)).toMatchObject({ status: 'queued', claim: null, attempts: 0, state: { at: 1 } });
    await createWorker({ steps: taskKind }).round();
    await expect.poll(() => tasks.readRow(id)).toMatchObject({ status: 'done', attempts: 1 });
    expect(steps).toEqual([null, { at: 1 }]);
  });

  test('also runs a released task that was cancelled, so that the task can undo its work', async () => {
    const abortReasons: unknown[] = [];
    const taskKind = defineTask({
      run: async ({ signal, progress }) => {
        try {
          await progress(1);
          await rejectOnAbort(signal);
        } catch (error) {
          abortReasons.push((error as { reason: string }).reason);
          throw error;
        }
        return {};
      },
    });
    const id = (await enqueueTask('undoing')) ?? 0;
    const firstWorker = createWorker({ undoing: taskKind });
    await firstWorker.round();
    await firstWorker.stop();
    await inTransaction((trx) => cancel(trx, id));
    expect(await tasks.readRow(id)).toMatchObject({ status: 'queued', cancelling: 1 });
    await createWorker({ undoing: taskKind }).round();
    await expect.poll(() => readStatus(id)).toBe('cancelled');
    expect(abortReasons).toEqual(['stopped', 'cancelled']);
  });

  test('records the error of a failed task, but retries a task that failed because of a database outage', async () => {
    const errors: Error[] = [
      new TaskFailure('sourceUnreachable', 'The source is down.'),
      Object.assign(new Error(), { code: 'ECONNRESET' }),
    ];
    const taskKind = defineTask({
      run: async () => {
        throw errors.shift() ?? new Error('none left');
      },
    });
    const id = (await enqueueTask('failing')) ?? 0;
    const runner = createWorker({ failing: taskKind });
    await runner.round();
    await expect
      .poll(() => tasks.readRow(id))
      .toMatchObject({ error_key: 'sourceUnreachable', error: 'The source is down.' });
    await inTransaction((trx) => retry(trx, id));
    await runner.round();
    await expect.poll(() => tasks.readRow(id)).toMatchObject({ status: 'queued', attempts: 1, claim: null });
    await db('task')
      .where({ id })
      .update({ next_time: db.raw('NOW(3)') });
    await runner.round();
    await expect.poll(() => tasks.readRow(id)).toMatchObject({ error_key: 'broken', error: 'none left', attempts: 2 });
  });

  test('continues its task after an outage shorter than the lease', async () => {
    const { kind: taskKind, runs } = createPausedTask();
    const id = await enqueueTask('held');
    const runner = createWorker({ held: taskKind }, { db: proxiedDb, heartbeatSeconds: 0 });
    await runner.round();
    proxy.disconnect();
    await expect(runner.round()).rejects.toThrow();
    proxy.restore();
    await runner.round();
    expect(runs[0]?.context.signal.aborted).toBe(false);
    runs[0]?.finish();
    await expect.poll(() => tasks.readRow(id)).toMatchObject({ status: 'done', attempts: 1 });
  });
});

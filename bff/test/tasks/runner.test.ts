import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claimTask, endTask, renewTask } from '../../src/tasks/claims.ts';
import { defineTask, TaskFailure } from '../../src/tasks/kinds.ts';
import { cancel, enqueue, retry } from '../../src/tasks/queue.ts';
import type { Runner } from '../../src/tasks/runner.ts';
import { useDatabase } from '../kit/database.ts';
import { startDatabaseProxy } from '../kit/database-proxy.ts';
import { createTaskHelpers, pausedKind, rejectOnAbort } from './test-tasks.ts';

const { db, open, url } = await useDatabase();
const proxy = await startDatabaseProxy();
/** The runners' connections. */
const proxiedDb = open(proxy.routeUrl(url));
const tasks = createTaskHelpers(db);
const runners: Runner[] = [];

beforeEach(() => db('task').delete());
afterEach(async () => {
  proxy.restore();
  for (const runner of runners.splice(0)) await runner.stop();
});
afterAll(() => proxy.close());

const worker = (...options: Parameters<typeof tasks.createTestRunner>) => {
  const runner = tasks.createTestRunner(...options);
  runners.push(runner);
  return runner;
};
const queue = (kind: string, columns = {}) => enqueue(db, { kind, by: 'test', ...columns });
const status = async (id: number | undefined) => (await tasks.readRow(id)).status;
const inTrx = <T>(work: (trx: Parameters<typeof cancel>[0]) => Promise<T>) => db.transaction(work);

describe('the queue', () => {
  test('has one task of a subject until that has ended', async () => {
    const { kind, runs } = pausedKind();
    const id = await queue('held', { subject: 'this' });
    expect(await queue('held', { subject: 'this' })).toBeUndefined();
    const other = await queue('held', { subject: 'that' });
    const runner = worker({ held: kind });
    await runner.round();
    expect(await queue('held', { subject: 'this' })).toBeUndefined();
    for (const { finish } of runs) finish();
    for (const taskId of [id, other]) await expect.poll(() => status(taskId)).toBe('done');
    expect(await queue('held', { subject: 'this' })).toEqual(expect.any(Number));
  });

  test('accepts the next task of a subject once the previous one releases it', async () => {
    const next: (number | undefined)[] = [];
    const releasing = defineTask({
      run: async ({ release }) => {
        next.push(await queue('held', { subject: 'this' }));
        await db.transaction(release);
        next.push(await queue('held', { subject: 'this' }));
        return {};
      },
    });
    const id = await queue('releasing', { subject: 'this' });
    await worker({ releasing }).round();
    await expect.poll(() => status(id)).toBe('done');
    expect(next).toEqual([undefined, expect.any(Number)]);
    expect(await queue('held', { subject: 'this' })).toBeUndefined();
  });

  test('accepts one of several simultaneous tasks of a subject, each in a transaction', async () => {
    const ids = await Promise.all(
      Array.from({ length: 8 }, () => inTrx((trx) => enqueue(trx, { kind: 'held', subject: 'one', by: 'test' }))),
    );
    expect(ids.filter((id) => id !== undefined)).toHaveLength(1);
  });

  test('cancels a task that was never started at once, and only once', async () => {
    const id = (await queue('held', { subject: 'this' })) ?? 0;
    await inTrx((trx) => cancel(trx, id));
    expect(await tasks.readRow(id)).toMatchObject({
      status: 'cancelled',
      unique_key: null,
      end_time: expect.any(Date),
    });
    await expect(inTrx((trx) => cancel(trx, id))).rejects.toThrow('invalidTransition');
    await inTrx((trx) => retry(trx, id));
    expect(await tasks.readRow(id)).toMatchObject({ status: 'queued', unique_key: 'this', end_time: null });
    await expect(inTrx((trx) => retry(trx, id))).rejects.toThrow('invalidTransition');
  });

  test('refuses to retry a task while another of its subject is queued', async () => {
    const id = (await queue('held', { subject: 'this' })) ?? 0;
    await inTrx((trx) => cancel(trx, id));
    await queue('held', { subject: 'this' });
    await expect(inTrx((trx) => retry(trx, id))).rejects.toThrow('taskRunning');
  });
});

describe('a claim', () => {
  test('belongs to one of several simultaneous workers', async () => {
    for (let n = 0; n < 20; n++) await queue('plain');
    const claimedIds: number[] = [];
    const take = async () => {
      for (let task = await claimTask(db, ['plain'], 30_000); task; task = await claimTask(db, ['plain'], 30_000))
        claimedIds.push(task.id);
    };
    await Promise.all(Array.from({ length: 6 }, take));
    expect(claimedIds).toHaveLength(20);
    expect(new Set(claimedIds)).toHaveLength(20);
  });

  test('does not wait for locks on other tasks', async () => {
    const [claimedTask, freeTask] = [await queue('plain'), await queue('plain')];
    await inTrx(async (trx) => {
      await trx('task').where('id', claimedTask).forUpdate().first();
      expect((await claimTask(db, ['plain'], 30_000))?.id).toBe(freeTask);
      expect(await claimTask(db, ['plain'], 30_000)).toBeUndefined();
    });
  });

  test('that is lost writes nothing', async () => {
    const id = await queue('plain');
    const firstClaim = await claimTask(db, ['plain'], 30_000);
    await tasks.expireLease(id);
    const secondClaim = await claimTask(db, ['plain'], 30_000);
    expect(secondClaim).toMatchObject({ id, attempts: 2 });
    if (!firstClaim || !secondClaim) throw new Error('Not claimed.');
    await expect(renewTask(db, firstClaim, 30_000, { progress: 9 })).rejects.toThrow('lost');
    await expect(endTask(db, firstClaim, { status: 'done', result: {} })).rejects.toThrow('lost');
    expect(await tasks.readRow(id)).toMatchObject({ status: 'running', progress: 0, claim: secondClaim.claim });
  });

  test('and a pause end if the database’s clock was set back', async () => {
    const [running, waiting] = [await queue('plain'), await queue('plain')];
    await claimTask(db, ['plain'], 30_000);
    const inAnHour = db.raw('NOW(3) + INTERVAL 1 HOUR');
    await db('task').where('id', running).update({ claimed_until: inAnHour });
    await db('task').where('id', waiting).update({ next_time: inAnHour });
    expect((await claimTask(db, ['plain'], 30_000))?.id).toBe(running);
    expect((await claimTask(db, ['plain'], 30_000))?.id).toBe(waiting);
  });

  test('is not given a fourth time to a task whose workers died', async () => {
    const id = await queue('plain');
    for (const attempts of [1, 2, 3]) {
      expect(await claimTask(db, ['plain'], 30_000)).toMatchObject({ id, attempts });
      await tasks.expireLease(id);
    }
    expect(await claimTask(db, ['plain'], 30_000)).toBeUndefined();
    expect(await tasks.readRow(id)).toMatchObject({ status: 'failed', error: 'Its worker died 3 times.' });
  });
});

describe('a worker', () => {
  test('runs four tasks at once, and light ones beside them', async () => {
    const [busyKind, lightKind] = [pausedKind(), pausedKind(true)];
    for (let n = 0; n < 6; n++) await queue('busy');
    for (let n = 0; n < 3; n++) await queue('light');
    await worker({ busy: busyKind.kind, light: lightKind.kind }).round();
    expect([busyKind.runs.length, lightKind.runs.length]).toEqual([4, 3]);
  });

  test('keeps a task that takes longer than a lease', async () => {
    const { kind, runs } = pausedKind();
    const id = await queue('held');
    const [firstWorker, secondWorker] = [worker({ held: kind }, { heartbeatSeconds: 0 }), worker({ held: kind })];
    const waitForRun = async () => (await tasks.readRow(id)).claimed_until.getTime();
    await firstWorker.round();
    const startedRun = await waitForRun();
    // as if most of the lease had gone by
    await db('task')
      .where({ id })
      .update({ claimed_until: db.raw('claimed_until - INTERVAL 25 SECOND') });
    await firstWorker.round();
    expect(await waitForRun()).toBeGreaterThanOrEqual(startedRun);
    await secondWorker.round();
    expect(runs).toHaveLength(1);
    runs[0]?.finish();
    await expect.poll(() => tasks.readRow(id)).toMatchObject({ status: 'done', attempts: 1, result: { records: 1 } });
  });

  test('aborts a task that another worker has claimed, and does not end it', async () => {
    const { kind, runs } = pausedKind();
    const id = await queue('held');
    const [firstWorker, secondWorker] = [worker({ held: kind }), worker({ held: kind })];
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
    const { kind, runs } = pausedKind();
    const id = (await queue('held', { subject: 'this' })) ?? 0;
    const runner = worker({ held: kind });
    await runner.round();
    await inTrx((trx) => cancel(trx, id));
    expect(await tasks.readRow(id)).toMatchObject({ status: 'running', cancelling: 1 });
    await runner.round();
    await expect.poll(() => tasks.readRow(id)).toMatchObject({ status: 'cancelled', cancelling: 0, unique_key: null });
    expect(runs).toHaveLength(1);
  });

  test('that stops releases its task, and the next one continues it at once', async () => {
    const steps: unknown[] = [];
    const kind = defineTask<object, { at: number }>({
      run: async ({ state, progress, signal }) => {
        steps.push(state);
        await progress(1, 2, { at: 1 });
        if (!state) await rejectOnAbort(signal);
        return { records: 2 };
      },
    });
    const id = await queue('steps');
    const firstWorker = worker({ steps: kind });
    await firstWorker.round();
    await expect.poll(() => tasks.readRow(id)).toMatchObject({ progress: 1, total: 2 });
    await firstWorker.stop();
    expect(await tasks.readRow(id)).toMatchObject({ status: 'queued', claim: null, attempts: 0, state: { at: 1 } });
    await worker({ steps: kind }).round();
    await expect.poll(() => tasks.readRow(id)).toMatchObject({ status: 'done', attempts: 1 });
    expect(steps).toEqual([null, { at: 1 }]);
  });

  test('also runs a released task that was cancelled, so that it can be undone', async () => {
    const undoneSteps: unknown[] = [];
    const kind = defineTask({
      run: async ({ signal, progress }) => {
        try {
          await progress(1);
          await rejectOnAbort(signal);
        } catch (error) {
          undoneSteps.push((error as { reason: string }).reason);
          throw error;
        }
        return {};
      },
    });
    const id = (await queue('undoing')) ?? 0;
    const firstWorker = worker({ undoing: kind });
    await firstWorker.round();
    await firstWorker.stop();
    await inTrx((trx) => cancel(trx, id));
    expect(await tasks.readRow(id)).toMatchObject({ status: 'queued', cancelling: 1 });
    await worker({ undoing: kind }).round();
    await expect.poll(() => status(id)).toBe('cancelled');
    expect(undoneSteps).toEqual(['stopped', 'cancelled']);
  });

  test('records the error of a failed task, but retries one that failed for an outage of the database', async () => {
    const errors: Error[] = [
      new TaskFailure('sourceUnreachable', 'The source is down.'),
      Object.assign(new Error(), { code: 'ECONNRESET' }),
    ];
    const kind = defineTask({
      run: async () => {
        throw errors.shift() ?? new Error('none left');
      },
    });
    const id = (await queue('failing')) ?? 0;
    const runner = worker({ failing: kind });
    await runner.round();
    await expect
      .poll(() => tasks.readRow(id))
      .toMatchObject({ error_key: 'sourceUnreachable', error: 'The source is down.' });
    await inTrx((trx) => retry(trx, id));
    await runner.round();
    await expect.poll(() => tasks.readRow(id)).toMatchObject({ status: 'queued', attempts: 1, claim: null });
    await db('task')
      .where({ id })
      .update({ next_time: db.raw('NOW(3)') });
    await runner.round();
    await expect.poll(() => tasks.readRow(id)).toMatchObject({ error_key: 'broken', error: 'none left', attempts: 2 });
  });

  test('continues its task after an outage shorter than the lease', async () => {
    const { kind, runs } = pausedKind();
    const id = await queue('held');
    const runner = worker({ held: kind }, { db: proxiedDb, heartbeatSeconds: 0 });
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

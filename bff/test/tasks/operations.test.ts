import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCrudContext } from '../../src/create-crud.ts';
import type { Schemas } from '../../src/http/contract.ts';
import { claimTask, endTask } from '../../src/tasks/claims.ts';
import { snapshot } from '../../src/worker/tasks/maintenance.ts';
import { readEvents } from '../kit/events.ts';
import { type Service, startService } from '../kit/service.ts';
import { createTaskHelpers } from './test-tasks.ts';

let service: Service;
let manager: Awaited<ReturnType<Service['clientWith']>>;
beforeAll(async () => {
  service = await startService();
  manager = await service.clientWith('task:read', 'task:run', 'task:cancel', 'task:retry', 'data_log:read');
});
beforeEach(() => service.db('task').delete());
afterAll(() => service.stop());

const startTask = async (body: Schemas['TaskBody']) => (await manager.ok('createTask', { body }, 202)).task;
const failNextTask = async (error: string) => {
  const task = await claimTask(service.db, ['snapshot', 'reindex', 'retention', 'rateRefresh'], 30_000);
  if (task) await endTask(service.db, task, { status: 'failed', key: 'broken', error });
};
const readLog = () =>
  service
    .db('user_log')
    .where('target_kind', 'task')
    .orderBy('id', 'desc')
    .limit(3)
    .select('act', 'username', 'target', 'target_id');

describe('a task', () => {
  test('is queued once with its parameters', async () => {
    const task = await startTask({ kind: 'reindex', entities: ['city', 'country'] });
    expect(task).toMatchObject({
      kind: 'reindex',
      status: 'queued',
      params: { entities: ['city', 'country'] },
      createdBy: manager.username,
      progress: 0,
      total: null,
      result: null,
      error: null,
      errorKey: null,
      attempts: 0,
      cancelling: false,
      hasFile: false,
    });
    const repeatedRequest = { body: { kind: 'reindex' as const, entities: ['country' as const, 'city' as const] } };
    const { message } = await manager.expectRefusal('createTask', repeatedRequest, 'taskRunning');
    expect(message).toBe('相同的任务正在排队或运行');
    await startTask({ kind: 'reindex' });
    await startTask({ kind: 'retention', entities: ['city'] });
    await manager.expectRefusal('createTask', { body: { kind: 'retention' } }, 'taskRunning');
  });

  test('can be cancelled and retried, and each is logged', async () => {
    const { id } = await startTask({ kind: 'retention' });
    const path = { id };
    expect((await manager.ok('cancelTask', { path })).task).toMatchObject({ status: 'cancelled' });
    await manager.expectRefusal('cancelTask', { path }, 'invalidTransition');
    expect((await manager.ok('retryTask', { path })).task).toMatchObject({ status: 'queued', endTime: null });
    await manager.expectRefusal('retryTask', { path }, 'invalidTransition');
    expect(await readLog()).toEqual(
      ['taskRetried', 'taskCancelled', 'taskStarted'].map((act) => ({
        act,
        username: manager.username,
        target: 'retention',
        target_id: id,
      })),
    );
  });

  test('that failed cannot be retried while the same one is queued', async () => {
    const { id } = await startTask({ kind: 'retention' });
    await failNextTask('no luck');
    expect((await manager.ok('getTask', { path: { id } })).task).toMatchObject({
      status: 'failed',
      error: 'no luck',
      errorKey: 'broken',
    });
    await startTask({ kind: 'retention' });
    await manager.expectRefusal('retryTask', { path: { id } }, 'taskRunning');
  });

  test('can be read, started and cancelled only with the respective permission', async () => {
    const { id } = await startTask({ kind: 'retention' });
    const reader = await service.clientWith('task:read');
    for (const call of [
      reader.expectRefusal('createTask', { body: { kind: 'retention' } }, 'forbidden'),
      reader.expectRefusal('cancelTask', { path: { id } }, 'forbidden'),
      reader.expectRefusal('retryTask', { path: { id } }, 'forbidden'),
    ])
      expect((await call).key).toBe('forbidden');
    const clientWithoutPermission = await service.clientWith('city:read');
    await clientWithoutPermission.expectRefusal('listTasks', {}, 'forbidden');
    await clientWithoutPermission.expectRefusal('getTaskResult', { path: { id } }, 'forbidden');
    await reader.expectRefusal('getTask', { path: { id: 4294967295 } }, 'notFound');
  });
});

test('the list is paged newest first and has the counts by status', async () => {
  for (let n = 0; n < 3; n++) {
    await startTask({ kind: 'retention' });
    await failNextTask('no');
  }
  await startTask({ kind: 'retention' });
  await startTask({ kind: 'reindex' });
  const firstPage = await manager.ok('listTasks', { query: { limit: 2 } });
  expect(firstPage).toMatchObject({ total: 5, totalCapped: false, counts: { failed: 3, queued: 2 } });
  expect(firstPage.items.map(({ kind }) => kind)).toEqual(['reindex', 'retention']);
  const secondPage = await manager.ok('listTasks', { query: { cursor: firstPage.nextCursor ?? '', limit: 3 } });
  expect(secondPage).toMatchObject({ items: Array(3).fill({ status: 'failed' }), nextCursor: null });
  expect(await manager.ok('listTasks', { query: { kind: 'retention', status: 'queued' } })).toMatchObject({
    items: [{ kind: 'retention', status: 'queued' }],
    total: 1,
    counts: { failed: 3, queued: 1 },
  });
});

test('a stream sends tasks when they change', async () => {
  const response = await manager.raw('GET', '/dc/api/v1/tasks/events');
  const events = readEvents(response);
  expect((await events.next()).value).toEqual({ items: [], counts: {} });
  const { id } = await startTask({ kind: 'retention' });
  expect((await events.next()).value).toMatchObject({ items: [{ id, status: 'queued' }], counts: { queued: 1 } });
  await events.return(undefined);
});

test('the file of a snapshot is downloaded unchanged with a ticket', async () => {
  const { id } = await startTask({ kind: 'snapshot', entities: ['country'] });
  await manager.expectRefusal('getTaskResult', { path: { id } }, 'notFound');
  const runner = createTaskHelpers(service.db).createTestRunner({ snapshot: snapshot(createCrudContext(service.db)) });
  await runner.round();
  await expect.poll(async () => (await manager.ok('getTask', { path: { id } })).task.status).toBe('done');
  const { task } = await manager.ok('getTask', { path: { id } });
  expect(task).toMatchObject({ hasFile: true, result: { records: expect.any(Number), bytes: expect.any(Number) } });
  expect(task.result).not.toHaveProperty('file');
  const path = `/api/v1/tasks/${id}/result`;
  // The snapshot contains all records of the feed, so it requires the permission to read that.
  const userWithoutFeed = await service.clientWith('task:read', 'task:run');
  await userWithoutFeed.expectRefusal('getTaskResult', { path: { id } }, 'forbidden');
  await userWithoutFeed.expectRefusal('createTicket', { body: { path } }, 'forbidden');
  const { ticket } = await manager.ok('createTicket', { body: { path } }, 201);
  const response = await fetch(`${service.url}/dc${path}?ticket=${ticket}`);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/gzip',
    'content-disposition': `attachment; filename="snapshot-${id}.ndjson.gz"`,
  });
  expect(response.headers.get('Content-Encoding')).toBeNull();
  const file = Buffer.from(await response.arrayBuffer());
  expect(file).toHaveLength(task.result?.bytes ?? 0);
  const lines = gunzipSync(file).toString().trimEnd().split('\n');
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ type: 'end', records: task.result?.records });
  expect(lines).toHaveLength((task.result?.records ?? 0) + 2);
  expect((await fetch(`${service.url}/dc${path}?ticket=${ticket}`)).status).toBe(401);
});

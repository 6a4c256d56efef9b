import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import type { RequestInput } from '../suite/client.ts';
import type { Scene } from '../suite/scene.ts';
import { taskOf } from '../suite/subscribers.ts';

const admin = { as: 'admin' };

async function start({ backend }: Scene, body: object): Promise<number> {
  return taskOf(await backend.call(backend.operation('createTask'), 'admin', { body })).id;
}

/** A task that has succeeded; a snapshot has a file. */
async function done(scene: Scene, kind: 'snapshot' | 'retention'): Promise<RequestInput> {
  const query = { kind, status: 'done' };
  const { data } = await scene.backend.call(scene.backend.operation('listTasks'), 'admin', { query });
  const [task] = data.items as { id: number }[]; // Cast: validated against the list's schema before.
  if (task) return { params: { id: task.id } };
  const id = await start(scene, kind === 'snapshot' ? { kind, entities: ['cabin'] } : { kind });
  await scene.backend.subscribers.waitForTask(id, 'done');
  return { params: { id } };
}

/** A replay of a paused lane runs until it is cancelled. */
async function endless(scene: Scene): Promise<RequestInput> {
  const { backend } = scene;
  const { id: subscriberId } = await backend.subscribers.create();
  const params = { subscriberId, entity: 'country' };
  await backend.call(backend.operation('pauseLane'), 'admin', { params });
  const { data } = await backend.call(backend.operation('getSyncStatus'), 'admin', {});
  const { oldest } = data as unknown as { oldest: number }; // Cast: validated.
  const answer = await backend.call(backend.operation('replayLane'), 'admin', { params, body: { from: oldest } });
  return { params: { id: taskOf(answer).id } };
}

async function cancelled(scene: Scene): Promise<RequestInput> {
  const task = await endless(scene);
  await scene.backend.call(scene.backend.operation('cancelTask'), 'admin', task);
  await scene.backend.subscribers.waitForTask(Number(task.params?.id), 'cancelled');
  return task;
}

export const taskCases: Case[] = [
  ...[{ kind: 'retention' }, { status: 'done' }, { limit: '1' }].map(
    (query): Case => ({
      operationId: 'listTasks',
      name: `filters by ${Object.entries(query).flat().join(' ')}`,
      needs: admin,
      request: async (scene) => {
        await done(scene, 'retention');
        return { query: query as Record<string, string> }; // Cast: one of several shapes.
      },
      expect: { status: 200, check: ({ data }) => assert.ok((data.items ?? []).length > 0) },
    }),
  ),
  {
    operationId: 'streamTasks',
    name: 'sends the tasks at once',
    needs: admin,
    request: () => ({}),
    expect: { status: 200, check: ({ body }) => assert.match(String(body), /data: \{.*"items":/) },
  },
  {
    operationId: 'createTask',
    name: 'queues a task that a worker takes up',
    needs: admin,
    request: () => ({ body: { kind: 'snapshot', entities: ['airline'] } }),
    expect: {
      status: 202,
      check: async (answer, { backend }) => {
        await backend.subscribers.waitForTask(taskOf(answer).id, 'done');
      },
    },
  },
  {
    operationId: 'createTask',
    name: 'queues the same task only once',
    needs: admin,
    request: async (scene) => {
      const body = { kind: 'reindex' };
      await start(scene, body);
      return { body };
    },
    expect: { status: 409, key: 'taskRunning' },
  },
  {
    operationId: 'getTask',
    name: 'returns a task',
    needs: admin,
    request: (scene) => done(scene, 'snapshot'),
    expect: { status: 200, check: (answer) => assert.equal(taskOf(answer).kind, 'snapshot') },
  },
  {
    operationId: 'getTaskResult',
    name: 'returns the file of a snapshot',
    needs: admin,
    request: (scene) => done(scene, 'snapshot'),
    expect: { status: 200, check: ({ body }) => assert.ok(String(body).length > 0) },
  },
  {
    operationId: 'getTaskResult',
    name: 'answers 404 for a task without a file',
    needs: admin,
    request: (scene) => done(scene, 'retention'),
    expect: { status: 404, key: 'notFound' },
  },
  {
    operationId: 'cancelTask',
    name: 'cancels a running task',
    needs: admin,
    request: endless,
    expect: {
      status: 200,
      check: async (answer, { backend }) => {
        await backend.subscribers.waitForTask(taskOf(answer).id, 'cancelled');
      },
    },
  },
  {
    operationId: 'cancelTask',
    name: 'refuses to cancel a finished task',
    needs: admin,
    request: (scene) => done(scene, 'retention'),
    expect: { status: 409, key: 'invalidTransition' },
  },
  {
    operationId: 'retryTask',
    name: 'retries a cancelled task',
    needs: admin,
    request: cancelled,
    expect: { status: 200, check: (answer) => assert.notEqual(taskOf(answer).status, 'cancelled') },
  },
  {
    operationId: 'retryTask',
    name: 'refuses to retry a successful task',
    needs: admin,
    request: (scene) => done(scene, 'retention'),
    expect: { status: 409, key: 'invalidTransition' },
  },
];

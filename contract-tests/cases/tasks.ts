import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import type { Input } from '../suite/client.ts';
import type { Scene } from '../suite/scene.ts';
import { taskIn } from '../suite/subscribers.ts';

const admin = { as: 'admin' };

async function start({ world }: Scene, body: object): Promise<number> {
  return taskIn(await world.call(world.operation('createTask'), 'admin', { body })).id;
}

/** A task that has ended well, with a file where it is a snapshot. */
async function done(scene: Scene, kind: 'snapshot' | 'retention'): Promise<Input> {
  const query = { kind, status: 'done' };
  const { data } = await scene.world.call(scene.world.operation('listTasks'), 'admin', { query });
  const [found] = data.items as { id: number }[]; // Cast: validated against the list's schema before.
  if (found) return { params: { id: found.id } };
  const id = await start(scene, kind === 'snapshot' ? { kind, entities: ['cabin'] } : { kind });
  await scene.world.subscribers.task(id, 'done');
  return { params: { id } };
}

/** A replay of a paused lane runs until it is cancelled. */
async function endless(scene: Scene): Promise<Input> {
  const { world } = scene;
  const { id: subscriberId } = await world.subscribers.make();
  const params = { subscriberId, entity: 'country' };
  await world.call(world.operation('pauseLane'), 'admin', { params });
  const { data } = await world.call(world.operation('getSyncStatus'), 'admin', {});
  const { oldest } = data as unknown as { oldest: number }; // Cast: validated.
  const answer = await world.call(world.operation('replayLane'), 'admin', { params, body: { from: oldest } });
  return { params: { id: taskIn(answer).id } };
}

async function cancelled(scene: Scene): Promise<Input> {
  const task = await endless(scene);
  await scene.world.call(scene.world.operation('cancelTask'), 'admin', task);
  await scene.world.subscribers.task(Number(task.params?.id), 'cancelled');
  return task;
}

export const taskCases: Case[] = [
  ...[{ kind: 'retention' }, { status: 'done' }, { limit: '1' }].map(
    (query): Case => ({
      operationId: 'listTasks',
      name: `narrows by ${Object.entries(query).flat().join(' ')}`,
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
    name: 'sends them at once',
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
      check: async (answer, { world }) => {
        await world.subscribers.task(taskIn(answer).id, 'done');
      },
    },
  },
  {
    operationId: 'createTask',
    name: 'queues the same one once',
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
    name: 'tells of a task',
    needs: admin,
    request: (scene) => done(scene, 'snapshot'),
    expect: { status: 200, check: (answer) => assert.equal(taskIn(answer).kind, 'snapshot') },
  },
  {
    operationId: 'getTaskResult',
    name: 'gives the file of a snapshot',
    needs: admin,
    request: (scene) => done(scene, 'snapshot'),
    expect: { status: 200, check: ({ body }) => assert.ok(String(body).length > 0) },
  },
  {
    operationId: 'getTaskResult',
    name: 'has no file of a task that makes none',
    needs: admin,
    request: (scene) => done(scene, 'retention'),
    expect: { status: 404, key: 'notFound' },
  },
  {
    operationId: 'cancelTask',
    name: 'cancels what runs',
    needs: admin,
    request: endless,
    expect: {
      status: 200,
      check: async (answer, { world }) => {
        await world.subscribers.task(taskIn(answer).id, 'cancelled');
      },
    },
  },
  {
    operationId: 'cancelTask',
    name: 'cancels nothing that has ended',
    needs: admin,
    request: (scene) => done(scene, 'retention'),
    expect: { status: 409, key: 'invalidTransition' },
  },
  {
    operationId: 'retryTask',
    name: 'queues again what was cancelled',
    needs: admin,
    request: cancelled,
    expect: { status: 200, check: (answer) => assert.notEqual(taskIn(answer).status, 'cancelled') },
  },
  {
    operationId: 'retryTask',
    name: 'queues nothing again that is done',
    needs: admin,
    request: (scene) => done(scene, 'retention'),
    expect: { status: 409, key: 'invalidTransition' },
  },
];

import assert from 'node:assert/strict';
import { taskOf } from '../../suite/accounts/subscribers.ts';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import type { RequestInput } from '../../suite/requests/client.ts';

const admin = { role: 'admin' };

async function createTask({ backend }: CaseContext, body: object): Promise<number> {
  return taskOf(await backend.call(backend.operation('createTask'), 'admin', { body })).id;
}

/** Finds or creates a task that has succeeded. */
async function finishedTask(context: CaseContext, kind: 'snapshot' | 'retention'): Promise<RequestInput> {
  const query = { kind, status: 'done' };
  const { data } = await context.backend.call(context.backend.operation('listTasks'), 'admin', { query });
  const [task] = data.items as { id: number }[]; // Cast: validated against the list's schema before.
  if (task) return { params: { id: task.id } };
  const id = await createTask(context, kind === 'snapshot' ? { kind, entities: ['cabin'] } : { kind });
  await context.backend.subscribers.waitForTask(id, 'done');
  return { params: { id } };
}

/** Starts a replay of a paused lane, which runs until it is cancelled. */
async function runningTask(context: CaseContext): Promise<RequestInput> {
  const { backend } = context;
  const { id: subscriberId } = await backend.subscribers.create();
  const params = { subscriberId, entity: 'country' };
  await backend.call(backend.operation('pauseLane'), 'admin', { params });
  const { data } = await backend.call(backend.operation('getSyncStatus'), 'admin', {});
  const { oldest } = data as unknown as { oldest: number }; // Cast: validated.
  const response = await backend.call(backend.operation('replayLane'), 'admin', { params, body: { from: oldest } });
  return { params: { id: taskOf(response).id } };
}

async function cancelledTask(context: CaseContext): Promise<RequestInput> {
  const task = await runningTask(context);
  await context.backend.call(context.backend.operation('cancelTask'), 'admin', task);
  await context.backend.subscribers.waitForTask(Number(task.params?.id), 'cancelled');
  return task;
}

export const taskCases: Case[] = [
  ...[{ kind: 'retention' }, { status: 'done' }, { limit: '1' }].map(
    (query): Case => ({
      operationId: 'listTasks',
      name: `filters by ${Object.entries(query).flat().join(' ')}`,
      needs: admin,
      request: async (context) => {
        await finishedTask(context, 'retention');
        return { query: query as Record<string, string> }; // Cast: one of several shapes.
      },
      expect: { status: 200, check: ({ data }) => assert.ok((data.items ?? []).length > 0, 'there are tasks') },
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
    name: 'queues a task that a worker completes',
    needs: admin,
    request: () => ({ body: { kind: 'snapshot', entities: ['airline'] } }),
    expect: {
      status: 202,
      check: async (response, { backend }) => {
        await backend.subscribers.waitForTask(taskOf(response).id, 'done');
      },
    },
  },
  {
    operationId: 'createTask',
    name: 'refuses a task that is already queued',
    needs: admin,
    request: async (context) => {
      const body = { kind: 'reindex' };
      await createTask(context, body);
      return { body };
    },
    expect: { status: 409, key: 'taskRunning' },
  },
  {
    operationId: 'getTask',
    name: 'returns a task',
    needs: admin,
    request: (context) => finishedTask(context, 'snapshot'),
    expect: { status: 200, check: (response) => assert.equal(taskOf(response).kind, 'snapshot') },
  },
  {
    operationId: 'getTaskResult',
    name: 'returns the file of a snapshot',
    needs: admin,
    request: (context) => finishedTask(context, 'snapshot'),
    expect: { status: 200, check: ({ body }) => assert.ok(String(body).length > 0, 'the file has content') },
  },
  {
    operationId: 'getTaskResult',
    name: 'returns 404 for a task without a file',
    needs: admin,
    request: (context) => finishedTask(context, 'retention'),
    expect: { status: 404, key: 'notFound' },
  },
  {
    operationId: 'cancelTask',
    name: 'cancels a running task',
    needs: admin,
    request: runningTask,
    expect: {
      status: 200,
      check: async (response, { backend }) => {
        await backend.subscribers.waitForTask(taskOf(response).id, 'cancelled');
      },
    },
  },
  {
    operationId: 'cancelTask',
    name: 'refuses to cancel a finished task',
    needs: admin,
    request: (context) => finishedTask(context, 'retention'),
    expect: { status: 409, key: 'invalidTransition' },
  },
  {
    operationId: 'retryTask',
    name: 'retries a cancelled task',
    needs: admin,
    request: cancelledTask,
    expect: { status: 200, check: (response) => assert.notEqual(taskOf(response).status, 'cancelled') },
  },
  {
    operationId: 'retryTask',
    name: 'refuses to retry a successful task',
    needs: admin,
    request: (context) => finishedTask(context, 'retention'),
    expect: { status: 409, key: 'invalidTransition' },
  },
];

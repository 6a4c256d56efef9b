import assert from 'node:assert/strict';
import { type TaskData, taskOf } from '../../suite/accounts/subscribers.ts';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { withSetting } from '../../suite/features/settings.ts';
import type { TestedEntity } from '../../suite/records/tested-entity.ts';
import type { ApiResponse } from '../../suite/requests/client.ts';
import { parseGzippedNdjson } from '../../suite/requests/files.ts';
import { readAllByCursor, reader } from '../../suite/requests/pages.ts';
import type { RecordData } from '../../suite/requests/response-data.ts';
import { until } from '../../suite/until.ts';

interface Task extends TaskData {
  params: { entities?: string[]; subscriber?: { id: number; name: string }; entity?: string; from?: number };
  progress: number;
  total: number | null;
  result: Record<string, number | string> | null;
  error: string | null;
  errorKey: string | null;
  attempts: number;
  cancelling: boolean;
  hasFile: boolean;
  createTime: string;
  startTime: string | null;
  endTime: string | null;
  createdBy: string;
}

const admin = { role: 'admin' };
const taskIn = (response: Pick<ApiResponse, 'data'>) => taskOf(response) as Task; // Cast: validated against the whole schema.

async function startTask({ backend }: CaseContext, body: object): Promise<Task> {
  return until(
    async () => taskIn(await backend.call(backend.operation('createTask'), 'admin', { body })),
    // the same task may run for another case
    10_000,
  );
}

const ended = async (context: CaseContext, id: number, status = 'done') =>
  (await context.backend.subscribers.waitForTask(id, status)) as Task; // Cast: as above.

async function countsOf({ backend }: CaseContext, query: Record<string, string>): Promise<Record<string, number>> {
  const { data } = await backend.call(backend.operation('listTasks'), 'admin', { query });
  return data.counts ?? {};
}

function assertTimes({ createTime, startTime, endTime }: Task): void {
  const times = [createTime, startTime, endTime].map((time) => Date.parse(String(time)));
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
    'it is created, started and ended in this order',
  );
  assert.ok(Math.abs((times[2] ?? 0) - Date.now()) < 120_000, 'it ended now');
}

/** Tests what tasks say of themselves, and that they did it. */
export function taskValueCases(entities: TestedEntity[]): Case[] {
  const cabin = entities.find(({ tag }) => tag === 'cabin') ?? entities[0];
  if (!cabin) return [];
  return [
    snapshotCase(cabin),
    reindexCase(cabin),
    {
      operationId: 'createTask',
      name: 'removes what is older than the configuration says, and says how much',
      needs: admin,
      request: () => ({ body: { kind: 'retention' } }),
      expect: {
        status: 202,
        check: async (response, context) => {
          const { result, errorKey, hasFile } = await ended(context, taskIn(response).id);
          assert.deepEqual([typeof result?.removed, errorKey, hasFile], ['number', null, false]);
        },
      },
    },
    ...listCases(),
    cancelCase(),
    failureCase(),
  ];
}

function snapshotCase(entity: TestedEntity): Case {
  return {
    operationId: 'createTask',
    name: 'makes a file with every record of the kinds that it names, and says how many and how large',
    entity,
    needs: { role: 'admin', recordState: 'pending', leavesRecordUnchanged: true },
    request: () => ({ body: { kind: 'snapshot', entities: [entity.tag] } }),
    expect: {
      status: 202,
      check: async (response, context) => {
        const { backend, record } = context;
        const started = taskIn(response);
        assert.ok(['queued', 'running'].includes(started.status), started.status);
        assert.deepEqual(
          [started.kind, started.params, started.createdBy, started.cancelling, started.endTime],
          ['snapshot', { entities: [entity.tag] }, context.username('admin'), false, null],
        );
        const task = await ended(context, started.id);
        assert.deepEqual([task.error, task.errorKey, task.hasFile, task.cancelling], [null, null, true, false]);
        assert.ok(task.attempts >= 1, 'it was tried');
        assertTimes(task);
        const params = { id: task.id };
        const file = await backend.call(backend.operation('getTaskResult'), 'admin', { params });
        assert.deepEqual([...file.bytes.subarray(0, 2)], [0x1f, 0x8b], 'the file is gzipped');
        const lines = parseGzippedNdjson(file.bytes) as { cursor?: string; record?: RecordData; entity?: string }[]; // Cast: as documented.
        const records = lines.flatMap((line) => (line.record ? [line] : []));
        assert.deepEqual(task.result, {
          records: records.length,
          bytes: file.bytes.length,
          cursor: String(lines[0]?.cursor),
        });
        assert.deepEqual([task.progress, task.total ?? records.length], [records.length, records.length]);
        assert.deepEqual([...new Set(records.map((line) => line.entity))], [entity.tag], 'it holds this kind only');
        assert.deepEqual(records.find((line) => line.record?.id === record.id)?.record, record);
        const read = await backend.call(backend.operation('getTask'), 'admin', { params });
        assert.deepEqual(taskIn(read), task);
        const query = { kind: 'snapshot', status: 'done', limit: 50 };
        const list = await backend.call(backend.operation('listTasks'), 'admin', { query });
        assert.deepEqual(
          (list.data.items as Task[]).find(({ id }) => id === task.id), // Cast: validated by its own cases.
          task,
          'it is listed as it is read',
        );
      },
    },
  };
}

function reindexCase(entity: TestedEntity): Case {
  return {
    operationId: 'createTask',
    name: 'indexes every record of the kinds that it names',
    entity,
    needs: { role: 'admin', recordState: 'pending', leavesRecordUnchanged: true },
    request: () => ({ body: { kind: 'reindex', entities: [entity.tag] } }),
    expect: {
      status: 202,
      check: async (response, context) => {
        const task = await ended(context, taskIn(response).id);
        const list = await context.call('list', 'admin', { query: { pageSize: 10 } });
        assert.deepEqual(task.params.entities, [entity.tag]);
        assert.deepEqual([task.result?.records, task.progress], [list.data.total, list.data.total]);
        assert.ok(task.progress <= (task.total ?? task.progress), 'the progress is of the total');
        assertTimes(task);
      },
    },
  };
}

function listCases(): Case[] {
  return [
    ...[{ kind: 'snapshot', status: 'done' }, { status: 'done' }, { kind: 'retention' }].map(
      (query): Case => ({
        operationId: 'listTasks',
        name: `lists exactly the tasks with ${Object.values(query).join(' and ')}, and counts them per status`,
        needs: admin,
        request: async (context) => {
          await ended(context, (await startTask(context, { kind: 'snapshot', entities: ['cabin'] })).id);
          await ended(context, (await startTask(context, { kind: 'retention' })).id);
          return { query: query as Record<string, string> }; // Cast: one of several shapes.
        },
        expect: {
          status: 200,
          check: async ({ data }, context) => {
            const { status, ...others } = query as Record<string, string>; // Cast: as above.
            const items = data.items as Task[]; // Cast: validated before.
            for (const task of items) {
              if (status) assert.equal(task.status, status);
              if (others.kind) assert.equal(task.kind, others.kind);
            }
            assert.deepEqual(data.counts, await countsOf(context, others), 'counts are under all other filters');
            const sum = Object.values(data.counts ?? {}).reduce((total, count) => total + count, 0);
            assert.equal(data.total, status ? data.counts?.[status] : sum);
            const ids = items.map(({ id }) => id);
            assert.deepEqual(
              ids,
              ids.toSorted((a, b) => b - a),
              'newest first',
            );
          },
        },
      }),
    ),
    {
      operationId: 'listTasks',
      name: 'has each task once, on pages without gaps',
      needs: admin,
      request: async (context) => {
        await ended(context, (await startTask(context, { kind: 'snapshot', entities: ['cabin'] })).id);
        await ended(context, (await startTask(context, { kind: 'snapshot', entities: ['airline'] })).id);
        return { query: { kind: 'snapshot', limit: 100 } };
      },
      expect: {
        status: 200,
        check: async ({ data }, { backend }) => {
          const whole = (data.items as Task[]).map(({ id }) => id); // Cast: validated before.
          if (data.nextCursor) return;
          const limit = Math.max(1, Math.ceil(whole.length / 3));
          const read = reader(backend, backend.operation('listTasks'), 'admin');
          const { items, pages } = await readAllByCursor<Task>(read, { kind: 'snapshot' }, limit);
          assert.deepEqual(
            items.map(({ id }) => id),
            whole,
          );
          assert.ok(
            pages.every(({ total }) => total === whole.length),
            'each page has the same total',
          );
        },
      },
    },
    {
      operationId: 'streamTasks',
      name: 'sends the newest hundred tasks and the counts as they are listed',
      needs: admin,
      request: () => ({}),
      expect: {
        status: 200,
        check: async ({ body }, { backend }) => {
          const [, text = '{}'] = /^data: (.*)$/m.exec(String(body)) ?? [];
          // the first chunk may end within a long event
          const sent = text.endsWith('}') ? (JSON.parse(text) as { items: Task[]; counts: object }) : undefined; // Cast: as documented.
          const { data } = await backend.call(backend.operation('listTasks'), 'admin', { query: { limit: 100 } });
          if (!sent) return;
          const newestId = sent.items[0]?.id ?? 0;
          const newest = data.items as Task[]; // Cast: validated before.
          // the backend may have started further tasks since
          const listed = newest.filter(({ id }) => id <= newestId);
          const endedIds = new Set(sent.items.flatMap(({ id, endTime }) => (endTime === null ? [] : [id])));
          // the progress of a task may change between two reads
          const stable = (task: Task) => (endedIds.has(task.id) ? task : { id: task.id });
          assert.deepEqual(sent.items.slice(0, listed.length).map(stable), listed.map(stable));
          const isUnchanged = listed.length === newest.length && endedIds.size === sent.items.length;
          if (isUnchanged) assert.deepEqual(sent.counts, data.counts);
        },
      },
    },
  ];
}

/** Tests that a cancelled task says so, and that it goes on when it is retried. */
function cancelCase(): Case {
  let lane = { subscriber: { id: 0, name: '' }, from: 0 };
  return {
    operationId: 'cancelTask',
    name: 'ends a replay, which says what it was and did not fail, and is queued again by a retry',
    needs: admin,
    request: async ({ backend }) => {
      const { id, name } = await backend.subscribers.create();
      const params = { subscriberId: id, entity: 'country' };
      await backend.call(backend.operation('pauseLane'), 'admin', { params });
      const { data } = await backend.call(backend.operation('getSyncStatus'), 'admin', {});
      const { oldest } = data as unknown as { oldest: number }; // Cast: validated by its own cases.
      lane = { subscriber: { id, name: String(name) }, from: oldest };
      const input = { params, body: { from: oldest } };
      const task = taskIn(await backend.call(backend.operation('replayLane'), 'admin', input));
      assert.deepEqual(task.params, { subscriber: lane.subscriber, entity: 'country', from: oldest });
      return { params: { id: task.id } };
    },
    expect: {
      status: 200,
      check: async (response, context) => {
        const { id } = taskIn(response);
        const task = await ended(context, id, 'cancelled');
        assert.deepEqual([task.kind, task.errorKey, task.cancelling], ['replay', null, false]);
        assert.ok(task.endTime, 'it has ended');
        const { backend } = context;
        const params = { id };
        const retried = taskIn(await backend.call(backend.operation('retryTask'), 'admin', { params }));
        assert.deepEqual([['queued', 'running'].includes(retried.status), retried.endTime], [true, null]);
        await backend.call(backend.operation('cancelTask'), 'admin', { params });
        await ended(context, id, 'cancelled');
      },
    },
  };
}

/** Tests what a failed task says, and that the work list counts it. */
function failureCase(): Case {
  return withSetting(
    { rateSourceUrl: 'http://127.0.0.1:9/rates.xml' },
    {
      operationId: 'createTask',
      name: 'says why a task failed, which the list of what waits counts',
      needs: admin,
      request: () => ({ body: { kind: 'rateRefresh' } }),
      expect: {
        status: 202,
        check: async (response, context) => {
          const task = await ended(context, taskIn(response).id, 'failed');
          assert.match(String(task.errorKey), /^source(Refused|Unreachable)$/);
          assert.deepEqual([task.result, task.hasFile], [null, false]);
          assert.ok(task.error && task.endTime, 'it says what failed, and when');
          const { backend } = context;
          const { failed = 0 } = await countsOf(context, {});
          const { data } = await backend.call(backend.operation('getWorklist'), 'admin', {});
          assert.equal(Object(data).failedTasks, failed);
          const query = { status: 'failed', kind: 'rateRefresh' };
          const list = await backend.call(backend.operation('listTasks'), 'admin', { query });
          assert.deepEqual((list.data.items as Task[])[0], task); // Cast: validated by its own cases.
        },
      },
    },
  );
}

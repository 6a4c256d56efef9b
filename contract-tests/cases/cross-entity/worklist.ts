import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import type { TestedEntity } from '../../suite/records/tested-entity.ts';
import { until } from '../../suite/until.ts';

interface Pending {
  total: number;
  oldest: string | null;
}

interface Worklist {
  reviews?: Pending;
  own: Pending;
  rejections: number;
  changeSets: Record<'toReview' | 'held' | 'due' | 'rejected' | 'inReview', number>;
  imports: object[];
  incomplete: { entity: string; count: number }[];
  endingAgreements?: number;
  oldRates?: { day: number; week: number; month: number };
  receivers?: { failing: number; backlog: number };
  failedTasks?: number;
  people?: { pending: number; oldest: string | null };
}

type Query = Record<string, string | number>;

/** Reads the total of a list and the time of its first item. */
async function listed({ backend }: CaseContext, role: string, operationId: string, query: Query = {}) {
  const { data } = await backend.call(backend.operation(operationId), role, { query });
  const [first] = (data.items ?? []) as { time?: string }[]; // Cast: validated by their own cases.
  return { total: data.total ?? 0, oldest: first?.time ?? null, items: data.items ?? [] };
}

/** Counts the change sets in the calendar of today and the next six days that have not taken effect. */
async function countDue({ backend }: CaseContext, role: string): Promise<number> {
  const read = (query: Query) => backend.call(backend.operation('getCalendar'), role, { query });
  const { today } = (await read({})).data as unknown as { today: string }; // Cast: validated by its own cases.
  const lastDay = new Date(today);
  lastDay.setUTCDate(lastDay.getUTCDate() + 6);
  const { data } = await read({ from: today, to: lastDay.toISOString().slice(0, 10) });
  const due = data.items as { status: string }[]; // Cast: validated by their own cases.
  return due.filter(({ status }) => ['open', 'submitted', 'scheduled'].includes(status)).length;
}

async function worklistOf({ backend }: CaseContext, role: string, query: Query = {}): Promise<Worklist> {
  const { data } = await backend.call(backend.operation('getWorklist'), role, { query });
  return data as unknown as Worklist; // Cast: validated by its own cases.
}

/** Tests that each number of what waits for the caller is that of the list, and that it is left out for others. */
export function worklistCases(entities: TestedEntity[]): Case[] {
  const [entity] = entities;
  const agreements = entities.find(({ tag }) => tag === 'protocol');
  const rates = entities.find(({ tag }) => tag === 'rate_board');
  if (!entity) return [];
  return [
    ...['admin', 'editor', 'reviewer'].map((role) => pendingCase(entity, role)),
    incompleteCase(entities),
    ...(agreements ? [agreementCase(agreements)] : []),
    ...(rates ? [rateCase(rates)] : []),
    operationsCase(),
    leftOutCase(),
  ];
}

function pendingCase(entity: TestedEntity, role: string): Case {
  return {
    entity,
    operationId: 'getWorklist',
    name: `counts what waits for a decision, for the ${role}, as the lists do`,
    needs: { role, recordState: 'rejected' },
    request: async (context) => {
      await context.createOther('pending');
      await context.createOther('pending', 'admin');
      return {};
    },
    expect: {
      status: 200,
      check: (_, context) =>
        until(async () => {
          const worklist = await worklistOf(context, role);
          const all = await listed(context, role, 'listReviews', { pageSize: 10 });
          const own = await listed(context, role, 'listReviews', { pageSize: 10, by: context.username(role) });
          const imports = await listed(context, role, 'listReviews', { pageSize: 10, kind: 'import' });
          const rejections = await listed(context, role, 'listRejections', { pageSize: 10 });
          if (role === 'editor') assert.equal(worklist.reviews, undefined, 'who reviews nothing has no reviews');
          else assert.deepEqual(worklist.reviews, { total: all.total, oldest: all.oldest });
          assert.deepEqual(worklist.own, { total: own.total, oldest: own.oldest });
          assert.equal(worklist.rejections, rejections.total);
          const toReview = await listed(context, role, 'listChangeSets', { toReview: 'true', limit: 1 });
          const held = await listed(context, role, 'listChangeSets', { involved: 'true', status: 'held', limit: 1 });
          assert.equal(worklist.changeSets.toReview, toReview.total);
          assert.equal(worklist.changeSets.held, held.total);
          for (const [name, status] of [
            ['rejected', 'rejected'],
            ['inReview', 'submitted'],
          ] as const) {
            const { total } = await listed(context, role, 'listChangeSets', { mine: 'true', status, limit: 1 });
            assert.equal(worklist.changeSets[name], total);
          }
          assert.equal(worklist.changeSets.due, await countDue(context, role));
          assert.deepEqual(worklist.imports, imports.items);
          if (role === 'editor') assert.ok(own.total >= 1 && rejections.total >= 1, 'there is something of each');
        }),
    },
  };
}

function incompleteCase(entities: TestedEntity[]): Case {
  return {
    operationId: 'getWorklist',
    name: 'counts the incomplete records of each kind as its list does',
    needs: { role: 'admin' },
    request: async ({ backend }) => {
      for (const entity of entities.filter(({ tag }) => ['country', 'city'].includes(tag)))
        await backend.batches.get(entity);
      return {};
    },
    expect: {
      status: 200,
      check: (_, context) =>
        until(async () => {
          const { incomplete } = await worklistOf(context, 'admin');
          const expected: { entity: string; count: number }[] = [];
          for (const { tag, operations, requiredToApprove } of entities) {
            if (requiredToApprove.length === 0) continue;
            const { total } = await listed(context, 'admin', operations.list.id, { incomplete: 'true', pageSize: 10 });
            if (total > 0) expected.push({ entity: tag, count: total });
          }
          const byKind = (a: { entity: string }, b: { entity: string }) => a.entity.localeCompare(b.entity);
          assert.deepEqual(incomplete.toSorted(byKind), expected.toSorted(byKind));
          assert.ok(expected.length > 0, 'some kind has incomplete records');
        }),
    },
  };
}

/** Counts active agreements that end within 30 days of a day on which no others do. */
function agreementCase(entity: TestedEntity): Case {
  const today = '2087-03-10';
  return {
    entity,
    operationId: 'getWorklist',
    name: 'counts the active agreements that end within 30 days of the day where the viewer is',
    needs: { role: 'admin' },
    request: async (context) => {
      for (const [status, validTo] of [
        ['active', '2087-03-20'],
        ['active', '2087-06-20'],
        ['pending', '2087-03-21'],
      ] as const) {
        const body = { ...(await context.freshBody()), validFrom: '2087-01-01', validTo };
        await context.records.create(entity, status, 'editor', body);
      }
      return { query: { today } };
    },
    expect: {
      status: 200,
      check: async ({ data }, context) => {
        assert.equal(Object(data).endingAgreements, 1);
        const query = { status: 'active', validity: 'ending', today, pageSize: 10 };
        assert.equal((await listed(context, 'admin', entity.operations.list.id, query)).total, 1);
        assert.equal((await worklistOf(context, 'admin', { today: '2087-02-01' })).endingAgreements, 0);
        assert.equal((await worklistOf(context, 'admin', { today: '2087-06-01' })).endingAgreements, 1);
        const now = await worklistOf(context, 'admin');
        const day = new Date().toISOString().slice(0, 10);
        assert.equal(now.endingAgreements, (await worklistOf(context, 'admin', { today: day })).endingAgreements);
      },
    },
  };
}

function rateCase(entity: TestedEntity): Case {
  return {
    entity,
    operationId: 'getWorklist',
    name: 'counts the rates that were quoted long ago as their list does',
    needs: { role: 'admin', recordState: 'active', leavesRecordUnchanged: true },
    request: () => ({}),
    expect: {
      status: 200,
      check: (_, context) =>
        until(async () => {
          const { oldRates } = await worklistOf(context, 'admin');
          const expected: Record<string, number> = {};
          for (const olderThan of ['day', 'week', 'month']) {
            const query = { olderThan, pageSize: 10 };
            expected[olderThan] = (await listed(context, 'admin', entity.operations.list.id, query)).total;
          }
          assert.deepEqual(oldRates, expected);
        }),
    },
  };
}

function operationsCase(): Case {
  return {
    operationId: 'getWorklist',
    name: 'counts failing receivers, failed tasks and people who wait as their lists do',
    needs: { role: 'admin' },
    request: () => ({}),
    expect: {
      status: 200,
      check: (_, context) =>
        until(async () => {
          const { receivers, failedTasks, people } = await worklistOf(context, 'admin');
          const { backend } = context;
          const { data } = await backend.call(backend.operation('getSyncStatus'), 'admin', {});
          const { subscribers } = data as unknown as { subscribers: { state: string; backlog: number }[] }; // Cast: validated by its own cases.
          const failing = subscribers.filter(({ state }) => state === 'failed');
          const backlog = failing.reduce((sum, subscriber) => sum + subscriber.backlog, 0);
          assert.deepEqual(receivers, { failing: failing.length, backlog });
          const tasks = await listed(context, 'admin', 'listTasks', { status: 'failed' });
          assert.equal(failedTasks, tasks.total);
          const query = { status: 'pending', sort: 'createTime', pageSize: 10 };
          const users = await listed(context, 'admin', 'listUsers', query);
          const [first] = users.items as { createTime: string }[]; // Cast: validated by its own cases.
          assert.deepEqual(people, { pending: users.total, oldest: first?.createTime ?? null });
        }, 10_000),
    },
  };
}

function leftOutCase(): Case {
  return {
    operationId: 'getWorklist',
    name: 'leaves out what the caller may not deal with',
    needs: { role: 'admin' },
    request: async ({ backend }) => {
      const token = await backend.spareMember.previewToken('country:read');
      return { headers: { authorization: `Bearer ${token}` } };
    },
    expect: {
      status: 200,
      check: ({ data }) => {
        assert.deepEqual(Object.keys(data).toSorted(), ['changeSets', 'imports', 'incomplete', 'own', 'rejections']);
        assert.deepEqual((data as unknown as Worklist).incomplete, []); // Cast: validated.
      },
    },
  };
}

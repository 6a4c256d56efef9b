import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { versionedTarget } from '../../suite/records/records.ts';
import type { TestedEntity } from '../../suite/records/tested-entity.ts';
import { until } from '../../suite/until.ts';

interface Item {
  entry: { seq: number; entity: string; recordId: number; action: string } | null;
  task: { id: number } | null;
}

interface Overview {
  people?: { pending: number; oldest: string | null };
  entities: { entity: string; total: number; counts: Record<string, number>; waiting: number; changes: number }[];
  reviews: { total: number; oldest: string | null };
  rejections: number;
  changes: number;
  recent: Item[];
  labels: Record<string, Record<string, { name: string }>>;
}

type Query = Record<string, string | number>;

async function overviewOf({ backend }: CaseContext, role: string, query: Query = {}): Promise<Overview> {
  const { data } = await backend.call(backend.operation('getOverview'), role, { query });
  return data as unknown as Overview; // Cast: validated by its own cases.
}

async function totalOf({ backend }: CaseContext, operationId: string, role: string, query: Query): Promise<number> {
  const { data } = await backend.call(backend.operation(operationId), role, { query });
  return data.total ?? 0;
}

/** Compares the numbers of changes since a time with those of the log. */
async function assertChangesSince(context: CaseContext, query: Query, from: string): Promise<void> {
  const overview = await overviewOf(context, 'admin', query);
  for (const { entity, changes } of overview.entities) {
    const logged = await totalOf(context, 'listDataLogs', 'admin', { entity, from, limit: 1 });
    // the total of a log is capped
    assert.equal(Math.min(changes, 10_000), logged, `changes of ${entity}`);
  }
  assert.equal(
    overview.changes,
    overview.entities.reduce((sum, { changes }) => sum + changes, 0),
  );
}

/** Tests the numbers of the home page on changes that the case itself has made. */
export function overviewCases([entity]: TestedEntity[]): Case[] {
  if (!entity) return [];
  const base = { entity, operationId: 'getOverview' };
  const admin = { role: 'admin', recordState: 'pending' as const };
  let since = '';
  return [
    {
      ...base,
      name: 'counts exactly the changes since a time, of each kind and of all',
      needs: admin,
      request: async (context) => {
        const { records, record } = context;
        const changed = await records.update(entity, record, 'editor');
        since = String(changed.updateTime);
        await records.transition(entity, changed, 'approve');
        return { query: { since } };
      },
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          const { changes } =
            (data as unknown as Overview).entities.find((counts) => counts.entity === entity.tag) ?? {}; // Cast: validated.
          assert.ok((changes ?? 0) >= 2, 'both changes are counted');
          await until(() => assertChangesSince(context, { since }, since));
          const later = new Date(Date.now() + 60_000).toISOString();
          const none = await overviewOf(context, 'admin', { since: later });
          assert.deepEqual([none.changes, none.entities.map((counts) => counts.changes).filter(Boolean)], [0, []]);
        },
      },
    },
    ...[1, 7, 30].map(
      (days): Case => ({
        ...base,
        name: `counts exactly the changes of ${days} days by UTC`,
        needs: admin,
        request: () => ({ query: { days } }),
        expect: {
          status: 200,
          check: (_, context) =>
            until(async () => {
              const today = new Date().toISOString().slice(0, 10);
              const from = new Date(Date.parse(today) - (days - 1) * 86_400_000).toISOString();
              await assertChangesSince(context, { days }, from);
            }),
        },
      }),
    ),
    {
      ...base,
      name: 'shows the newest changes as the folded log lists them, without references',
      needs: admin,
      request: () => ({}),
      expect: {
        status: 200,
        check: (_, context) =>
          until(async () => {
            const { recent, labels } = await overviewOf(context, 'admin');
            const { backend } = context;
            const { data } = await backend.call(backend.operation('listFoldedDataLogs'), 'admin', {
              query: { limit: 100 },
            });
            const items = (data.items as Item[]).filter(({ entry }) => entry?.action !== 'reference'); // Cast: validated by its own cases.
            assert.ok(recent.length > 0, 'there are changes');
            assert.deepEqual(recent, items.slice(0, recent.length));
            assert.ok(
              recent.some(({ entry }) => entry?.recordId === context.record.id),
              'the record of the case is among them',
            );
            assert.equal(typeof labels, 'object');
          }),
      },
    },
    {
      ...base,
      name: 'counts what was rejected of the caller’s work, until they dismiss it',
      needs: { role: 'editor', recordState: 'rejected' },
      request: () => ({}),
      expect: {
        status: 200,
        check: async (_, context) => {
          const { backend } = context;
          const before = await overviewOf(context, 'editor');
          assert.equal(before.rejections, await totalOf(context, 'listRejections', 'editor', { pageSize: 10 }));
          const { data } = await backend.call(backend.operation('listRejections'), 'editor', { query: {} });
          const notices = data.items as { id: number; notice: number; entity: string }[]; // Cast: validated by its own cases.
          const { notice } = notices.find(({ id, entity: tag }) => id === context.record.id && tag === entity.tag) ?? {
            notice: 0,
          };
          await backend.call(backend.operation('dismissRejection'), 'editor', { params: { id: notice } });
          assert.equal((await overviewOf(context, 'editor')).rejections, before.rejections - 1);
          const again = await backend.tryCall(backend.operation('dismissRejection'), 'editor', {
            params: { id: notice },
          });
          assert.equal(again.status, 404, 'it is dismissed once');
        },
      },
    },
    rejectionCase(entity),
    peopleCase(),
    {
      operationId: 'getOverview',
      name: 'tells those who let nobody in of no people who wait',
      needs: { role: 'viewer' },
      request: () => ({}),
      expect: { status: 200, check: ({ data }) => assert.equal(data.people, undefined) },
    },
  ];
}

function rejectionCase(entity: TestedEntity): Case {
  return {
    entity,
    operationId: 'listRejections',
    name: 'says what was rejected, by whom and why, until it is submitted again',
    needs: { role: 'editor', recordState: 'rejected' },
    request: () => ({}),
    expect: {
      status: 200,
      check: async ({ data }, context) => {
        const { record, backend } = context;
        const items = data.items as { id: number; entity: string; time: string }[]; // Cast: validated before.
        const isOurs = ({ id, entity: tag }: { id: number; entity: string }) => id === record.id && tag === entity.tag;
        const { notice, time, ...found } = Object(items.find(isOurs)) as Record<string, unknown>; // Cast: one of the items.
        assert.deepEqual(found, {
          kind: 'record',
          entity: entity.tag,
          id: record.id,
          code: record.code ?? null,
          name: record.name,
          locales: record.locales,
          by: context.username('reviewer'),
          reason: 'not yet complete',
        });
        const delay = Date.parse(String(time)) - Date.parse(String(record.updateTime));
        assert.ok(Math.abs(delay) < 1000, 'it was rejected when the record was');
        const times = items.map((item) => item.time);
        assert.deepEqual(times, times.toSorted().toReversed(), 'newest first');
        await context.call('transition', 'editor', { ...versionedTarget(record), body: { event: 'resubmit' } });
        const again = await backend.call(backend.operation('listRejections'), 'editor', {});
        assert.ok(!(again.data.items as typeof items).some(isOurs), 'what was submitted again is no longer listed'); // Cast: as above.
        assert.ok(notice, 'it can be dismissed');
        const others = await backend.call(backend.operation('listRejections'), 'viewer', {});
        assert.deepEqual(others.data.items, [], 'nobody else sees it');
      },
    },
  };
}

/** Tests that a registration is counted for those who may let people in. */
function peopleCase(): Case {
  let waiting = { total: 0, oldest: '' };
  return {
    operationId: 'getOverview',
    name: 'counts the people who wait to be let in',
    needs: { role: 'admin' },
    needsDisposableBackend: true,
    request: async ({ backend }) => {
      await backend.staff.createPending();
      const query = { status: 'pending', sort: 'createTime', pageSize: 10 };
      const { data } = await backend.call(backend.operation('listUsers'), 'admin', { query });
      const [first] = data.items as { createTime: string }[]; // Cast: validated by its own cases.
      waiting = { total: data.total ?? 0, oldest: first?.createTime ?? '' };
      return {};
    },
    expect: {
      status: 200,
      check: async ({ data }, context) => {
        assert.ok(waiting.total >= 1, 'somebody waits');
        const expected = { pending: waiting.total, oldest: waiting.oldest };
        assert.deepEqual(data.people, expected);
        const { backend } = context;
        const worklist = await backend.call(backend.operation('getWorklist'), 'admin', {});
        assert.deepEqual(worklist.data.people, expected);
      },
    },
  };
}

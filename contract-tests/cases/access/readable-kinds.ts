import assert from 'node:assert/strict';
import { statusWithToken } from '../../suite/accounts/token-status.ts';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import type { TestedEntity } from '../../suite/records/tested-entity.ts';
import type { ApiResponse, RequestInput } from '../../suite/requests/client.ts';
import type { RecordData } from '../../suite/requests/response-data.ts';
import { until } from '../../suite/until.ts';

interface Item {
  entity: string;
  id: number;
}

const itemsOf = ({ data }: ApiResponse) => (data.items ?? []) as Item[]; // Cast: validated by the operations' own cases.
const admin = { role: 'admin' };

/** Tests that whoever may read one kind of records alone finds nothing of the others, wherever kinds stand side by side. */
export function readableKindCases(entities: TestedEntity[]): Case[] {
  return entities.flatMap((entity) => {
    const other = entities.find(({ tag }) => tag !== entity.tag);
    return other ? kindCases(entity, other) : [];
  });
}

function kindCases(entity: TestedEntity, other: TestedEntity): Case[] {
  /** Reads as somebody with a permission for this kind alone. The batches of both kinds have something that waits. */
  const oneKind = (
    operationId: string,
    what: string,
    input: (context: CaseContext) => RequestInput | Promise<RequestInput>,
    check: (response: ApiResponse, context: CaseContext) => void | Promise<void>,
  ): Case => ({
    entity,
    operationId,
    name: `${what} of ${entity.tag} alone for who may read no other kind`,
    equivalenceKey: `${operationId}: ${what} of one kind`,
    needs: admin,
    request: async (context) => {
      const { backend } = context;
      for (const kind of [entity, other]) await backend.batches.get(kind);
      const token = await backend.spareMember.previewToken(`${entity.tag}:read`);
      return { ...(await input(context)), headers: { authorization: `Bearer ${token}` } };
    },
    expect: { status: 200, check },
  });
  const assertOnly = (items: Item[]) => {
    assert.ok(items.length > 0, 'there are items of the kind');
    assert.deepEqual([...new Set(items.map((item) => item.entity))], [entity.tag]);
  };
  return [
    oneKind(
      'searchRecords',
      'finds records',
      async ({ backend }) => ({ query: { q: (await backend.batches.get(entity)).token, limit: 50 } }),
      async (response, context) => {
        assertOnly(itemsOf(response));
        const { token } = await context.backend.batches.get(other);
        const preview = await context.backend.spareMember.previewToken(`${entity.tag}:read`);
        const search = context.backend.operation('searchRecords');
        const found = await context.backend.callWith(preview, search, { query: { q: token, limit: 50 } });
        assert.deepEqual(found.data.items, [], `no ${other.tag} is found`);
        const all = await context.backend.call(search, 'admin', { query: { q: token, limit: 50 } });
        assert.ok(itemsOf(all).length > 0, `whoever may read ${other.tag} finds it`);
      },
    ),
    oneKind(
      'listReviews',
      'lists reviews',
      () => ({ query: { pageSize: 100 } }),
      (response) => assertOnly(itemsOf(response)),
    ),
    oneKind(
      'getOverview',
      'counts records and changes',
      () => ({ query: { days: 30 } }),
      async (response, context) => {
        const overview = response.data as unknown as Overview; // Cast: validated against its schema before.
        assert.deepEqual(
          overview.entities.map((counts) => counts.entity),
          [entity.tag],
        );
        const recent = overview.recent.map(({ entry, task }) => entry?.entity ?? task?.entities[0]);
        assert.deepEqual(
          recent.filter((tag) => tag !== entity.tag),
          [],
          'recent changes are of this kind',
        );
        await until(() => assertOverviewCounts(context));
      },
    ),
    labelCase(entity),
  ];
}

interface Overview {
  entities: { entity: string; total: number; counts: Record<string, number>; waiting: number }[];
  reviews: { total: number; oldest: string | null };
  recent: { entry: { entity: string } | null; task: { entities: string[] } | null }[];
}

/** Compares the numbers of the overview with the lists that they stand for. */
async function assertOverviewCounts({ backend, entity, token = '' }: CaseContext): Promise<void> {
  const { data } = await backend.callWith(token, backend.operation('getOverview'), { query: { days: 30 } });
  const overview = data as unknown as Overview; // Cast: validated against its schema before.
  const counts = overview.entities.find((candidate) => candidate.entity === entity.tag);
  const list = await backend.call(entity.operations.list, 'admin', { query: { pageSize: 10 } });
  const query = { entity: entity.tag, pageSize: 10 };
  const reviews = await backend.callWith(token, backend.operation('listReviews'), { query });
  assert.equal(counts?.total, list.data.total, 'the total is that of the list');
  assert.deepEqual(counts?.counts, list.data.counts, 'the counts are those of the list');
  assert.equal(counts?.waiting, reviews.data.total, 'what waits is what the list of reviews has');
  const all = await backend.call(backend.operation('listReviews'), 'admin', { query: { pageSize: 10 } });
  const [oldest] = (all.data.items ?? []) as { time: string }[]; // Cast: validated by its own cases.
  assert.deepEqual(overview.reviews, { total: all.data.total, oldest: oldest?.time ?? null });
}

/** Tests that names of records of a kind are told only to those who may read it. */
function labelCase(entity: TestedEntity): Case {
  return {
    entity,
    operationId: entity.operations.list.id,
    name: 'names no record of a kind that the caller may not read',
    needs: admin,
    request: async ({ backend }) => {
      const token = await backend.spareMember.previewToken(`${entity.tag}:read`);
      const { query } = await backend.batches.get(entity);
      return { query: { ...query, pageSize: 100 }, headers: { authorization: `Bearer ${token}` } };
    },
    expect: {
      status: 200,
      check: async ({ data }, { backend }) => {
        assert.deepEqual(
          Object.keys(data.labels ?? {}).filter((tag) => tag !== entity.tag),
          [],
        );
        const { records } = await backend.batches.get(entity);
        assert.equal(data.items?.length, records.length);
      },
    },
  };
}

/** Tests that a token of a subscriber reads the feed and nothing else. */
export function subscriberTokenCases(entities: TestedEntity[]): Case[] {
  return entities.slice(0, 1).map((entity) => ({
    operationId: 'createSubscriber',
    name: 'gives a token that reads the feed, and no records, logs or accounts',
    needs: admin,
    request: ({ backend }) => ({ body: backend.subscribers.newSubscriberBody({ url: null }) }),
    expect: {
      status: 201,
      check: async (response, context) => {
        const { backend } = context;
        backend.subscribers.track(response);
        const { token = '' } = response.data;
        for (const operationId of ['listChanges', 'getChangesSnapshot'])
          assert.equal(await statusWithToken(backend, operationId, token, { query: { entities: entity.tag } }), 200);
        const { records } = await backend.batches.get(entity);
        const params = { id: (records[0] as RecordData).id };
        const others = ['listDataLogs', 'listUsers', 'getSyncStatus', 'getOverview', 'getSettings', 'listSubscribers'];
        for (const operationId of others)
          assert.equal(await statusWithToken(backend, operationId, token), 401, operationId);
        for (const verb of ['list', 'get', 'history', 'references'] as const)
          assert.equal(await statusWithToken(backend, entity.operations[verb].id, token, { params }), 401, verb);
        const search = { query: { q: 'a' } };
        assert.equal(await statusWithToken(backend, 'searchRecords', token, search), 401);
      },
    },
  }));
}

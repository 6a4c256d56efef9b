import { codeAndNameOf, identityColumns } from '#crud/entity.ts';
import { toSearchQuery, whereMatches } from '#crud/list/filter.ts';
import { applyOrderings, bestMatchFirst, matchRank } from '#crud/list/list-query.ts';
import type { CrudContext, Entity } from '#crud/model.ts';
import type { Database } from '#database';
import { assertMay } from '#http/caller.ts';
import type { OperationId, Schemas } from '#http/contract.ts';
import type { Caller, Handlers } from '#http/operation-types.ts';
import { findNearby } from './nearby.ts';
import { readOverview } from './overview.ts';
import { tallyAges } from './pending-items.ts';
import { countReceivers } from './receivers.ts';
import { countRejections, dismissRejection, listRejections } from './rejections.ts';
import { listReviews, readReviewCompleteness } from './reviews.ts';
import { readWorklist } from './worklist.ts';

type CrossEntityOperation = Extract<
  OperationId,
  | 'listReviews'
  | 'getReviewCompleteness'
  | 'getReviewAges'
  | 'getReviewReceivers'
  | 'listRejections'
  | 'dismissRejection'
  | 'searchRecords'
  | 'listNearby'
  | 'getOverview'
  | 'getWorklist'
>;

/** Creates the handlers of operations across entities, limited to those that the caller may read. */
export function crossEntityHandlers(crud: CrudContext): Pick<Handlers, CrossEntityOperation> {
  const limitToReadable = (caller: Caller) => ({
    ...crud,
    entities: crud.entities.filter(({ key }) => caller.may(`${key}:read`)),
  });
  return {
    listReviews: async ({ query, caller }) => ({
      status: 200,
      data: await listReviews(limitToReadable(caller), parseTimes(query), caller),
    }),
    getReviewCompleteness: async ({ query, caller }) => ({
      status: 200,
      data: await readReviewCompleteness(limitToReadable(caller), parseTimes(query), caller),
    }),
    getReviewAges: async ({ query: { entity, ...filter }, caller }) => {
      const entities = limitToReadable(caller).entities.filter(({ key }) => !entity || key === entity);
      return { status: 200, data: { ages: await tallyAges(crud.db, entities, caller, filter) } };
    },
    getReviewReceivers: async ({ query: { entity, id }, caller }) => {
      assertMay(caller, `${entity}:read`);
      return { status: 200, data: { receivers: await countReceivers(crud, entity, id) } };
    },
    listRejections: async ({ query: { page = 1, pageSize = 20 }, caller }) => {
      const readable = limitToReadable(caller);
      const [items, total] = await Promise.all([
        listRejections(readable, caller, { page, pageSize }),
        countRejections(readable, caller),
      ]);
      return { status: 200, data: { items, total, page, pageSize } };
    },
    dismissRejection: async ({ path, caller }) => {
      await dismissRejection(crud.db, path.id, caller.id);
      return { status: 200, data: {} };
    },
    searchRecords: async ({ query, caller }) => ({
      status: 200,
      data: { items: await searchRecords(limitToReadable(caller), query.q, query.limit ?? 20) },
    }),
    listNearby: async ({ query: { entity, latitude, longitude, limit = 10 }, caller }) => {
      assertMay(caller, `${entity}:read`);
      return { status: 200, data: { items: await findNearby(crud, { entity, latitude, longitude, limit }) } };
    },
    getOverview: async ({ query, caller }) => {
      const [data, people] = await Promise.all([
        readOverview(limitToReadable(caller), query, caller),
        caller.may('user:update') ? countPendingUsers(crud.db) : undefined,
      ]);
      return { status: 200, data: { ...data, ...(people ? { people } : {}) } };
    },
    getWorklist: async ({ query, caller }) => {
      const [data, people] = await Promise.all([
        readWorklist(limitToReadable(caller), query.today, caller),
        caller.may('user:update') ? countPendingUsers(crud.db) : undefined,
      ]);
      return { status: 200, data: { ...data, ...(people ? { people } : {}) } };
    },
  };
}

const parseTimes = <Q extends { before?: string | undefined; since?: string | undefined }>(query: Q) => ({
  ...query,
  before: query.before === undefined ? undefined : new Date(query.before),
  since: query.since === undefined ? undefined : new Date(query.since),
});

type SearchHit = Schemas['SearchAnswer']['data']['items'][number];

/** Searches the records of all entities, best matches first. */
export async function searchRecords({ db, entities }: CrudContext, q: string, limit: number): Promise<SearchHit[]> {
  const searchQuery = toSearchQuery(q);
  if (!searchQuery) return [];
  const findHits = async (entity: Entity) => {
    const rows = await db(entity.table)
      .modify((query) => whereMatches(query, searchQuery))
      .select('id', 'status', ...identityColumns(entity), { match_rank: matchRank(db, entity, q) })
      .modify((query) => applyOrderings(query, bestMatchFirst(db, entity, q)))
      .limit(limit);
    return rows.map((row: Record<string, unknown>) => toHit(entity, row));
  };
  const hits = (await Promise.all(entities.map(findHits))).flat();
  return hits
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ hit }) => hit);
}

function toHit(entity: Entity, row: Record<string, unknown>) {
  const status = row.status as SearchHit['status'];
  const hit: SearchHit = { entity: entity.key, id: Number(row.id), status, ...codeAndNameOf(entity, row) };
  return { hit, rank: Number(row.match_rank) };
}

/** Counts the registered users who wait for approval, with the time of the oldest registration. */
async function countPendingUsers(db: Database): Promise<NonNullable<Schemas['OverviewAnswer']['data']['people']>> {
  const row = await db('user').where('status', 'pending').count({ n: '*' }).min({ oldest: 'create_time' }).first();
  return { pending: Number(row?.n), oldest: row?.oldest ? new Date(row.oldest).toISOString() : null };
}

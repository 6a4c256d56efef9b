import type { Crud } from '#crud/model.ts';
import type { OperationId } from '#http/contract.ts';
import type { Caller, Handlers } from '#http/operation-types.ts';
import { overview } from './overview.ts';
import { waitingPeople } from './people.ts';
import { dismissRejection, rejectionsOf } from './rejections.ts';
import { listReviews } from './reviews.ts';
import { search } from './search.ts';

export type WorkOperation = Extract<
  OperationId,
  'listReviews' | 'listRejections' | 'dismissRejection' | 'searchRecords' | 'getOverview'
>;

/** What spans all kinds, each filtered by what the caller may read. */
export function workHandlers(crud: Crud): Pick<Handlers, WorkOperation> {
  const readable = (caller: Caller) => ({
    ...crud,
    entities: crud.entities.filter(({ key }) => caller.may(`${key}:read`)),
  });
  return {
    listReviews: async ({ query, caller }) => ({
      status: 200,
      data: await listReviews(readable(caller), query, caller),
    }),
    listRejections: async ({ query: { page = 1, pageSize = 20 }, caller }) => {
      const all = await rejectionsOf(readable(caller), caller.id);
      const items = all.slice((page - 1) * pageSize, page * pageSize);
      return { status: 200, data: { items, total: all.length, page, pageSize } };
    },
    dismissRejection: async ({ path, caller }) => {
      await dismissRejection(crud.db, path.id, caller.id);
      return { status: 200, data: {} };
    },
    searchRecords: async ({ query, caller }) => ({
      status: 200,
      data: { items: await search(readable(caller), query.q, query.limit ?? 20) },
    }),
    getOverview: async ({ query, caller }) => {
      const [data, people] = await Promise.all([
        overview(readable(caller), query, caller),
        caller.may('user:update') ? waitingPeople(crud.db) : undefined,
      ]);
      return { status: 200, data: { ...data, ...(people ? { people } : {}) } };
    },
  };
}

import type { Crud } from '#crud/model.ts';
import type { Database } from '#database';
import type { EntityKey, OperationId } from '#http/contract.ts';
import type { Handlers, Request } from '#http/operation-types.ts';
import { invalid } from '#http/problem.ts';
import { headOf, prunedOf, readFeed, readFilter } from './read-feed.ts';
import { snapshotStreams } from './snapshot.ts';

type FeedOperation = Extract<OperationId, 'listChanges' | 'getChangesSnapshot'>;

export function feedHandlers(crud: Pick<Crud, 'db' | 'entities'>): Pick<Handlers, FeedOperation> {
  const { db } = crud;
  const openSnapshot = snapshotStreams(crud);
  return {
    listChanges: async (request) => {
      const { cursor, limit = 100 } = request.query;
      const entities = kindsOf(crud, request);
      const filter = await filterOf(db, request);
      const head = await headOf(db);
      const after = cursor === undefined ? await prunedOf(db) : checkCursor(Number(cursor), head);
      const { items, position, more } = await readFeed(db, { after, limit, entities, filter, head });
      // asked when all is read: what was removed before that may be missing
      if (cursor !== undefined && after < (await prunedOf(db))) throw cursorProblem('expired');
      return { status: 200, data: { items, nextCursor: String(position), more } };
    },

    getChangesSnapshot: async (request) => {
      const entities = kindsOf(crud, request) ?? crud.entities.map(({ key }) => key);
      const stream = await openSnapshot({ entities, filter: await filterOf(db, request) });
      return { status: 200, stream, type: 'application/x-ndjson', filename: 'snapshot.ndjson' };
    },
  };
}

const cursorProblem = (rule: 'expired' | 'beyondHead') => invalid({ pointer: '/query/cursor', rule });

/** A cursor that the feed has given; one of another database would pass over what comes. */
function checkCursor(cursor: number, head: number): number {
  if (cursor > head) throw cursorProblem('beyondHead');
  return cursor;
}

/** The kinds asked for, all that the subscriber has without a wish; undefined for all there are. */
function kindsOf({ entities }: Pick<Crud, 'entities'>, { query, subscriber }: Request<FeedOperation>) {
  if (query.entities === undefined) return subscriber?.entities;
  const wanted = new Set(query.entities.split(','));
  const known = entities.map(({ key }) => key).filter((key) => wanted.has(key));
  const refuse = (rule: 'enum' | 'notSubscribed') => invalid({ pointer: '/query/entities', rule });
  if (known.length < wanted.size) throw refuse('enum');
  if (subscriber && !known.every((key: EntityKey) => subscriber.entities.includes(key))) throw refuse('notSubscribed');
  return known;
}

const filterOf = async (db: Database, { subscriber }: Pick<Request<FeedOperation>, 'subscriber'>) =>
  subscriber && readFilter(db, subscriber.filter);

import type { Crud } from '#crud/model.ts';
import type { Database } from '#database';
import type { EntityKey, OperationId } from '#http/contract.ts';
import type { Handlers, Request } from '#http/operation-types.ts';
import { invalid } from '#http/problem.ts';
import { readFeed, readFilter, readHead, readPruned } from './read-feed.ts';
import { snapshotStreams } from './snapshot.ts';

type FeedOperation = Extract<OperationId, 'listChanges' | 'getChangesSnapshot'>;

export function feedHandlers(crud: Pick<Crud, 'db' | 'entities'>): Pick<Handlers, FeedOperation> {
  const { db } = crud;
  const openSnapshot = snapshotStreams(crud);
  return {
    listChanges: async (request) => {
      const { cursor, limit = 100 } = request.query;
      const entities = requestedKinds(crud, request);
      const filter = await readSubscriberFilter(db, request);
      const head = await readHead(db);
      const after = cursor === undefined ? await readPruned(db) : assertCursor(Number(cursor), head);
      const { items, position, more } = await readFeed(db, { after, limit, entities, filter, head });
      // asked when all is read: what was removed before that may be missing
      if (cursor !== undefined && after < (await readPruned(db))) throw cursorProblem('expired');
      return { status: 200, data: { items, nextCursor: String(position), more } };
    },

    getChangesSnapshot: async (request) => {
      const entities = requestedKinds(crud, request) ?? crud.entities.map(({ key }) => key);
      const stream = await openSnapshot({ entities, filter: await readSubscriberFilter(db, request) });
      return { status: 200, stream, type: 'application/x-ndjson', filename: 'snapshot.ndjson' };
    },
  };
}

const cursorProblem = (rule: 'expired' | 'beyondHead') => invalid({ pointer: '/query/cursor', rule });

/** A cursor that the feed has given; one of another database would pass over what comes. */
function assertCursor(cursor: number, head: number): number {
  if (cursor > head) throw cursorProblem('beyondHead');
  return cursor;
}

/** The kinds asked for, all that the subscriber has without a wish; undefined for all there are. */
function requestedKinds({ entities }: Pick<Crud, 'entities'>, { query, subscriber }: Request<FeedOperation>) {
  if (query.entities === undefined) return subscriber?.entities;
  const requestedNames = new Set(query.entities.split(','));
  const knownKinds = entities.map(({ key }) => key).filter((key) => requestedNames.has(key));
  const refuse = (rule: 'enum' | 'notSubscribed') => invalid({ pointer: '/query/entities', rule });
  if (knownKinds.length < requestedNames.size) throw refuse('enum');
  if (subscriber && !knownKinds.every((key: EntityKey) => subscriber.entities.includes(key)))
    throw refuse('notSubscribed');
  return knownKinds;
}

const readSubscriberFilter = async (db: Database, { subscriber }: Pick<Request<FeedOperation>, 'subscriber'>) =>
  subscriber && readFilter(db, subscriber.filter);

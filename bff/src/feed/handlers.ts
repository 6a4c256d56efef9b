import type { CrudContext } from '#crud/model.ts';
import type { Database } from '#database';
import type { EntityKey, OperationId } from '#http/contract.ts';
import type { Handlers, Request } from '#http/operation-types.ts';
import { invalid } from '#http/problem.ts';
import { isKnownPosition } from './epoch.ts';
import { acknowledgePull } from './pull-position.ts';
import { loadChangeFilter, readFeed, readHeadAndEpoch, readLastPrunedPosition } from './read-feed.ts';
import { createSnapshotOpener } from './snapshot.ts';

type FeedOperation = Extract<OperationId, 'listChanges' | 'getChangesSnapshot'>;

/** Creates the handlers of the change feed. */
export function feedHandlers(crud: Pick<CrudContext, 'db' | 'entities'>): Pick<Handlers, FeedOperation> {
  const { db } = crud;
  const openSnapshot = createSnapshotOpener(crud);
  return {
    listChanges: async (request) => {
      const { cursor, limit = 100 } = request.query;
      const entities = requestedEntities(crud, request);
      const filter = await readSubscriberFilter(db, request);
      const { head, epoch } = await readHeadAndEpoch(db);
      const after =
        cursor === undefined ? await readLastPrunedPosition(db) : await assertCursor(db, Number(cursor), head);
      const { items, position, more } = await readFeed(db, { after, limit, entities, filter, head });
      // checked after reading, as changes that were pruned meanwhile may be missing
      if (cursor !== undefined && after < (await readLastPrunedPosition(db))) throw cursorProblem('expired');
      const { subscriber } = request;
      if (subscriber?.pullsOnly && cursor !== undefined)
        await acknowledgePull(db, subscriber.id, entities ?? subscriber.entities, after);
      const page = { items, nextCursor: String(position), epoch, more };
      return { status: 200, data: page, attributedKinds: entities };
    },

    getChangesSnapshot: async (request) => {
      const entities = requestedEntities(crud, request) ?? crud.entities.map(({ key }) => key);
      const stream = await openSnapshot({ entities, filter: await readSubscriberFilter(db, request) });
      const file = { stream, type: 'application/x-ndjson' as const, filename: 'snapshot.ndjson' };
      return { status: 200, ...file, attributedKinds: entities };
    },
  };
}

const cursorProblem = (rule: 'expired' | 'beyondHead') => invalid({ pointer: '/query/cursor', rule });

/** Refuses a cursor that this feed has not issued, but the one before its database was restored: its reader has changes that are lost. */
async function assertCursor(db: Database, cursor: number, head: number): Promise<number> {
  if (!(await isKnownPosition(db, cursor, head))) throw cursorProblem('beyondHead');
  return cursor;
}

/** Returns the requested entities, by default those of the subscriber; undefined means all. */
function requestedEntities({ entities }: Pick<CrudContext, 'entities'>, { query, subscriber }: Request<FeedOperation>) {
  if (query.entities === undefined) return subscriber?.entities;
  const requestedNames = new Set(query.entities.split(','));
  const requestedKeys = entities.map(({ key }) => key).filter((key) => requestedNames.has(key));
  const refusal = (rule: 'enum' | 'notSubscribed') => invalid({ pointer: '/query/entities', rule });
  if (requestedKeys.length < requestedNames.size) throw refusal('enum');
  if (subscriber && !requestedKeys.every((key: EntityKey) => subscriber.entities.includes(key)))
    throw refusal('notSubscribed');
  return requestedKeys;
}

const readSubscriberFilter = async (db: Database, { subscriber }: Pick<Request<FeedOperation>, 'subscriber'>) =>
  subscriber && loadChangeFilter(db, subscriber.filter);

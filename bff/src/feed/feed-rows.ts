import type { Knex } from 'knex';
import type { Database } from '#database';
import type { EntityKey, Schemas } from '#http/contract.ts';

/** A change at its position in the feed. */
export interface FeedRow {
  /** The number of the feed's present epoch. */
  epoch: number;
  position: number;
  /** The ordinal number among the changes of its entity. */
  ordinal: number;
  /** When the change got its position, by the database's clock. */
  sequencedTime: Date;
  entity: EntityKey;
  recordId: number;
  code: string | null;
  action: Schemas['Action'];
  version: number;
  time: Date;
  /** The JSON text from the log. */
  before: string | null;
  after: string | null;
  refs: string | null;
  changeSetId: number | null;
}

/** A part of the feed. */
export interface FeedRange {
  /** The position after which the part begins. */
  after: number;
  limit: number;
  /** All entities by default. */
  entities?: readonly EntityKey[] | undefined;
  /** Whether to include the state before each change, which filters need; otherwise only that before deletions. */
  includesBefore?: boolean;
}

const FEED_COLUMNS = {
  position: 'feed.position',
  ordinal: 'feed.ordinal',
  sequencedTime: 'feed.time',
  entity: 'feed.entity',
  recordId: 'feed.record_id',
  code: 'log.code',
  action: 'log.action',
  version: 'log.version',
  time: 'log.time',
  after: 'log.after',
  refs: 'log.refs',
  changeSetId: 'log.change_set_id',
};

/** Reads the next changes in the order of the feed, with one statement. */
export const readFeedRows = (db: Database, { includesBefore = true, ...range }: FeedRange): Promise<FeedRow[]> =>
  db
    .select(FEED_COLUMNS, { before: includesBefore ? 'log.before' : db.raw('IF(log.after IS NULL, log.before, NULL)') })
    .select(db.raw("(SELECT mark.position FROM feed_mark AS mark WHERE mark.name = 'epoch') AS epoch"))
    // the join order makes sure that only the rows at these positions are read
    .from(
      db.raw(
        `? STRAIGHT_JOIN change_feed AS feed ON feed.position = wanted.position
         STRAIGHT_JOIN data_log AS log ON log.seq = feed.seq`,
        [queryPositions(db, range).as('wanted')],
      ),
    )
    .orderBy('wanted.position');

function queryPositions(db: Database, { after, limit, entities }: FeedRange): Knex.QueryBuilder {
  if (!entities) return nextPositions(db, after, limit);
  const queriesByEntity = entities.map((entity) => nextPositions(db, after, limit, entity));
  return db.queryBuilder().unionAll(queriesByEntity, true).orderBy('position').limit(limit);
}

/** Queries the positions after another one. Those of one entity have their own index, so that rare changes are found quickly. */
export function nextPositions(db: Database, after: number, limit: number, entity?: EntityKey): Knex.QueryBuilder {
  const next = db('change_feed').select('position').where('position', '>', after).limit(limit);
  if (entity === undefined) return next.orderBy('position');
  // a range instead of an equality, for which MariaDB may scan all earlier changes of the entity
  return next.where('entity', '>=', entity).where('entity', '<=', entity).orderBy(['entity', 'position']);
}

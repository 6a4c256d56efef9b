import type { Knex } from 'knex';
import type { Database } from '#database';
import type { EntityKey, Schemas } from '#http/contract.ts';

/** A change at its place in the feed. */
export interface FeedRow {
  position: number;
  /** The n-th change of its kind. */
  ordinal: number;
  /** When it got its position, by the database's clock. */
  fedTime: Date;
  entity: EntityKey;
  recordId: number;
  code: string | null;
  action: Schemas['Action'];
  version: number;
  time: Date;
  /** JSON, as the log holds it. */
  before: string | null;
  after: string | null;
  refs: string | null;
}

export interface FeedRange {
  /** The position that the part begins after. */
  after: number;
  limit: number;
  /** All kinds without it. */
  entities?: readonly EntityKey[] | undefined;
  /** With what was there before each change, which a filter may ask for; else before deletions alone. */
  includesBefore?: boolean;
}

const FEED_COLUMNS = {
  position: 'feed.position',
  ordinal: 'feed.ordinal',
  fedTime: 'feed.time',
  entity: 'feed.entity',
  recordId: 'feed.record_id',
  code: 'log.code',
  action: 'log.action',
  version: 'log.version',
  time: 'log.time',
  after: 'log.after',
  refs: 'log.refs',
};

/** The next changes in order of the feed, one statement. */
export const readFeedRows = (db: Database, { includesBefore = true, ...part }: FeedRange): Promise<FeedRow[]> =>
  db
    .select(FEED_COLUMNS, { before: includesBefore ? 'log.before' : db.raw('IF(log.after IS NULL, log.before, NULL)') })
    // in this order: the positions are found first, and nothing is read or sorted beside them
    .from(
      db.raw(
        `? STRAIGHT_JOIN change_feed AS feed ON feed.position = wanted.position
         STRAIGHT_JOIN data_log AS log ON log.seq = feed.seq`,
        [wantedPositions(db, part).as('wanted')],
      ),
    )
    .orderBy('wanted.position');

function wantedPositions(db: Database, { after, limit, entities }: FeedRange): Knex.QueryBuilder {
  if (!entities) return nextPositions(db, after, limit);
  const queriesByKind = entities.map((entity) => nextPositions(db, after, limit, entity));
  return db.queryBuilder().unionAll(queriesByKind, true).orderBy('position').limit(limit);
}

/** The positions after one, in order. Those of a kind have a key of their own: a rare one is not looked for among all. */
export function nextPositions(db: Database, after: number, limit: number, entity?: EntityKey): Knex.QueryBuilder {
  const next = db('change_feed').select('position').where('position', '>', after).limit(limit);
  if (entity === undefined) return next.orderBy('position');
  // of an equality MariaDB may make a lookup that passes over all of the kind before the position
  return next.where('entity', '>=', entity).where('entity', '<=', entity).orderBy(['entity', 'position']);
}

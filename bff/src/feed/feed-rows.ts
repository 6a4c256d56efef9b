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

export interface FeedPart {
  /** The position that the part begins after. */
  after: number;
  limit: number;
  /** All kinds without it. */
  entities?: readonly EntityKey[] | undefined;
}

const columns = {
  position: 'feed.position',
  ordinal: 'feed.ordinal',
  fedTime: 'feed.time',
  entity: 'feed.entity',
  recordId: 'feed.record_id',
  code: 'log.code',
  action: 'log.action',
  version: 'log.version',
  time: 'log.time',
  before: 'log.before',
  after: 'log.after',
  refs: 'log.refs',
};

/** The next changes in order of the feed, one statement. */
export const feedRows = (db: Database, part: FeedPart): Promise<FeedRow[]> =>
  db
    .select(columns)
    // in this order: the positions are found first, and nothing is read or sorted beside them
    .from(
      db.raw(
        `? STRAIGHT_JOIN change_feed AS feed ON feed.position = wanted.position
         STRAIGHT_JOIN data_log AS log ON log.seq = feed.seq`,
        [positions(db, part).as('wanted')],
      ),
    )
    .orderBy('wanted.position');

/** Each kind's positions have a key of their own: a rare one is not looked for among all others. */
function positions(db: Database, { after, limit, entities }: FeedPart): Knex.QueryBuilder {
  const next = (query: Knex.QueryBuilder) =>
    query.select('position').from('change_feed').where('position', '>', after).orderBy('position').limit(limit);
  if (!entities) return next(db.queryBuilder());
  const ofKinds = entities.map((entity) => next(db.queryBuilder()).where('entity', entity));
  return db.queryBuilder().unionAll(ofKinds, true).orderBy('position').limit(limit);
}

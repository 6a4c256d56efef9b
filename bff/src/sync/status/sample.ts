import type { Database } from '#database';

/** Of a `sync_lane` as `lane` beside its `feed_kind` as `kind`: how many changes of the kind are after it. */
export const backlog = 'GREATEST(COALESCE(kind.ordinal, 0), lane.ordinal) - lane.ordinal';

// both by a key with equality: with a range that depends on the lane MariaDB reads all of the kind before it
const next =
  'SELECT feed.time FROM change_feed AS feed WHERE feed.entity = lane.entity AND feed.ordinal = lane.ordinal + 1';
const oldest =
  'SELECT feed.time FROM change_feed AS feed WHERE feed.entity = lane.entity ORDER BY feed.ordinal LIMIT 1';

/** The same: the age of the oldest of them that is kept, milliseconds; 0 without any. */
export const lag = `IF(COALESCE(kind.ordinal, 0) <= lane.ordinal, 0,
    COALESCE(GREATEST(TIMESTAMPDIFF(MICROSECOND, COALESCE((${next}), (${oldest})), NOW(3)) DIV 1000, 0), 0))`;

const minute = 'NOW() - INTERVAL SECOND(NOW()) SECOND';

/** Writes down how every lane stands, once a minute: who comes second finds it done. */
export const sampleLanes = (db: Database) =>
  db.raw(
    `INSERT IGNORE INTO sync_sample (subscriber_id, entity, time, backlog, \`lag\`, delivered, failing)
     SELECT lane.subscriber_id, lane.entity, ${minute}, ${backlog}, ${lag}, lane.delivered, lane.parked OR lane.attempts > 0
     FROM sync_lane AS lane LEFT JOIN feed_kind AS kind ON kind.entity = lane.entity
     WHERE NOT EXISTS (SELECT 1 FROM sync_sample AS taken WHERE taken.time = ${minute})`,
  );

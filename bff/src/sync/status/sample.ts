import type { Database } from '#database';

/** Of a `sync_lane` as `lane` beside its `feed_kind` as `kind`: how many changes of the kind are after it. */
export const backlog = 'GREATEST(COALESCE(kind.ordinal, 0), lane.ordinal) - lane.ordinal';

/** Of a `sync_lane` as `lane`: the age of the oldest change after it, milliseconds; 0 without any. */
export const lag = `COALESCE((
    SELECT GREATEST(TIMESTAMPDIFF(MICROSECOND, feed.time, NOW(3)) DIV 1000, 0) FROM change_feed AS feed
    WHERE feed.entity = lane.entity AND feed.position > lane.position ORDER BY feed.position LIMIT 1
  ), 0)`;

const minute = 'NOW() - INTERVAL SECOND(NOW()) SECOND';

/** Writes down how every lane stands, once a minute: who comes second finds it done. */
export const sampleLanes = (db: Database) =>
  db.raw(
    `INSERT IGNORE INTO sync_sample (subscriber_id, entity, time, backlog, lag, delivered, failing)
     SELECT lane.subscriber_id, lane.entity, ${minute}, ${backlog}, ${lag}, lane.delivered, lane.parked OR lane.attempts > 0
     FROM sync_lane AS lane LEFT JOIN feed_kind AS kind ON kind.entity = lane.entity
     WHERE NOT EXISTS (SELECT 1 FROM sync_sample AS taken WHERE taken.time = ${minute})`,
  );

import type { Database } from '#database';
import type { EntityKey } from '#http/contract.ts';

interface Lane {
  entity: EntityKey;
  position: number;
  ordinal: number;
}

/** A subscriber that pulls often is not recorded more often than this, unless it got further. */
const MIN_RECORD_INTERVAL_SECONDS = 10;

/**
 * Records how far a subscriber has pulled: a cursor acknowledges everything up to it. Its lanes then have the same position, backlog and
 * lag as those to which changes are pushed. A cursor further back, such as that of a second reader, changes nothing but the time.
 */
export async function acknowledgePull(
  db: Database,
  subscriberId: number,
  entities: readonly EntityKey[],
  cursor: number,
): Promise<void> {
  const lanes: Lane[] = await db('sync_lane')
    .where('subscriber_id', subscriberId)
    .whereIn('entity', entities)
    .where((any) =>
      any
        .where('position', '<', cursor)
        .orWhereNull('last_success')
        .orWhereRaw('last_success < NOW(3) - INTERVAL ? SECOND', [MIN_RECORD_INTERVAL_SECONDS]),
    )
    .select('entity', 'position', 'ordinal');
  for (const lane of lanes) {
    const ordinal = lane.position < cursor ? await ordinalAt(db, lane, cursor) : lane.ordinal;
    await db('sync_lane')
      .where({ subscriber_id: subscriberId, entity: lane.entity, position: lane.position })
      .update({
        position: Math.max(lane.position, cursor),
        ordinal,
        delivered: db.raw('delivered + ?', [ordinal - lane.ordinal]),
        last_success: db.raw('NOW(3)'),
        ahead: null,
        parked: 0,
        attempts: 0,
        failing_since: null,
      });
  }
}

/** Returns the ordinal of the entity's last change up to a position. */
async function ordinalAt(db: Database, { entity, position, ordinal }: Lane, cursor: number): Promise<number> {
  const row = await db('change_feed')
    .where('entity', entity)
    .whereBetween('position', [position + 1, cursor])
    .orderBy('position', 'desc')
    .first('ordinal');
  return row?.ordinal ?? ordinal;
}

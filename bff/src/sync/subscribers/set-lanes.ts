import type { Transaction } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { whereLane } from '../push/lanes.ts';

interface KindRow {
  head: number;
  entity: EntityKey | null;
  ordinal: number | null;
}

/** Where the feed and its kinds stand, in one statement: no position is given in between. */
const readKinds = (trx: Transaction): Promise<KindRow[]> =>
  trx('feed_mark')
    .joinRaw('LEFT JOIN feed_kind ON TRUE')
    .where('feed_mark.name', 'head')
    .select({ head: 'feed_mark.position', entity: 'feed_kind.entity', ordinal: 'feed_kind.ordinal' });

/** Begins lanes of these kinds with the changes from now on. */
export async function addLanes(trx: Transaction, subscriberId: number, entities: EntityKey[]): Promise<void> {
  const kinds = await readKinds(trx);
  const lane = (entity: EntityKey) => ({
    ...whereLane({ subscriberId, entity }),
    position: kinds[0]?.head,
    ordinal: kinds.find((kind) => kind.entity === entity)?.ordinal ?? 0,
    next_time: trx.raw('NOW(3)'),
  });
  if (entities.length > 0) await trx('sync_lane').insert(entities.map(lane));
}

/** Forgets where lanes of these kinds stand and stood. */
export async function removeLanes(trx: Transaction, subscriberId: number, entities: EntityKey[]): Promise<void> {
  // one by one: of a list MariaDB may make a scan, which waits for lanes that others have locked
  for (const entity of entities) {
    const where = whereLane({ subscriberId, entity });
    await trx('sync_lane').where(where).delete();
    await trx('sync_sample').where(where).delete();
  }
}

/**
 * Takes the lanes from whoever delivers from them by what was: what comes of that is written nowhere, and what it may have
 * passed over is looked at anew. `afresh`: as if nothing had failed.
 */
export async function fenceLanes(trx: Transaction, subscriberId: number, afresh: boolean): Promise<void> {
  const fresh = { parked: 0, attempts: 0, failing_since: null, next_time: trx.raw('NOW(3)') };
  await trx('sync_lane')
    .where('subscriber_id', subscriberId)
    .update({ claim: null, claimed_until: null, ...(afresh ? fresh : {}) });
}

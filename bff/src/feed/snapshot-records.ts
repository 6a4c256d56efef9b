import type { Entity, EntityRecord } from '#crud/model.ts';
import { toStored } from '#crud/rows.ts';
import { fromJson, type Transaction } from '#database';
import type { State } from './filter.ts';

/** A record with changes that have no position yet, as it was before the first of them. */
interface Earlier {
  id: number;
  before: string | null;
}

/**
 * All records of a kind as of the feed's head, by id, in batches; the transaction must see one moment throughout. What was
 * committed but has no position yet is taken back: it comes by the feed.
 */
export async function* recordsAtHead(trx: Transaction, entity: Entity, batch = 500): AsyncGenerator<State[]> {
  for (let last = 0; last < Number.POSITIVE_INFINITY; ) {
    const rows = await trx(entity.table).where('id', '>', last).orderBy('id').limit(batch);
    const changed = await earlierStates(trx, entity, last, batch);
    // a full list may go on behind its end, and what the other has there waits for it
    const end = Math.min(...[rows, changed].map((list) => (list.length < batch ? Infinity : list.at(-1).id)));
    const within = ({ id }: { id: number }) => id <= end;
    const changedIds = new Set(changed.map(({ id }) => id));
    const unchanged = rows.filter((row) => within(row) && !changedIds.has(row.id));
    const states = [
      ...(await toStored(trx, entity, unchanged)).map(
        (stored): State => ({
          entity: entity.key,
          recordId: stored.record.id,
          ...stored,
        }),
      ),
      ...changed.filter(within).flatMap((earlier) => stateOf(entity, earlier) ?? []),
    ];
    yield states.toSorted((a, b) => a.recordId - b.recordId);
    last = end;
  }
}

function stateOf(entity: Entity, { id, before }: Earlier): State | undefined {
  const record = fromJson<EntityRecord | null>(before);
  return record ? { entity: entity.key, recordId: id, record } : undefined;
}

async function earlierStates(trx: Transaction, { key }: Entity, last: number, batch: number): Promise<Earlier[]> {
  const [rows] = await trx.raw(
    `SELECT changed.record_id AS id, log.before
     FROM (SELECT record_id, MIN(version) AS version FROM change_outbox
           WHERE entity = ? AND record_id > ? GROUP BY record_id ORDER BY record_id LIMIT ?) AS changed
     STRAIGHT_JOIN change_outbox AS waiting
       ON waiting.entity = ? AND waiting.record_id = changed.record_id AND waiting.version = changed.version
     STRAIGHT_JOIN data_log AS log ON log.seq = waiting.seq
     ORDER BY changed.record_id`,
    [key, last, batch, key],
  );
  return rows;
}

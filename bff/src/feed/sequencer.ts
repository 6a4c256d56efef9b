import { type Database, insertAll, sqlTime, type Transaction, transact } from '#database';
import type { EntityKey } from '#http/contract.ts';

interface WaitingChange {
  seq: number;
  entity: EntityKey;
  record_id: number;
  version: number;
}

const BATCH_CHANGES = 1000;

/**
 * Gives up to a thousand committed changes the next positions of the feed, those of a record in order of its versions. Answers
 * how many; 0 also where another worker is doing it. A change that isn't committed yet gets its position after its commit.
 */
export async function assignPositions(db: Database): Promise<number> {
  if (!(await db('change_outbox').first('seq'))) return 0;
  return transact(db, async (trx) => {
    // the lock lets one at a time; in a cluster, where it holds per node, the update below lets one commit
    const head = await trx('feed_mark')
      .where('name', 'head')
      .forUpdate()
      .skipLocked()
      .first('position', { now: trx.raw('NOW(3)') });
    const changes = head ? inVersionOrder(await readOldest(trx)) : [];
    if (changes.length > 0) await writePositions(trx, head.position, changes, sqlTime(head.now.toISOString()));
    return changes.length;
  });
}

/**
 * The oldest, and of their records all earlier versions: where servers of a cluster take turns with numbers, an earlier
 * version may have a higher one. A first version has none before it.
 */
async function readOldest(trx: Transaction): Promise<WaitingChange[]> {
  const columns = ['seq', 'entity', 'record_id', 'version'];
  const [rows] = await trx.raw(
    `WITH oldest AS (SELECT ?? FROM change_outbox ORDER BY seq LIMIT ?),
          latest AS (SELECT entity, record_id, MAX(version) AS version FROM oldest WHERE version > 1 GROUP BY entity, record_id)
     SELECT ?? FROM oldest
     UNION ALL
     SELECT ?? FROM latest STRAIGHT_JOIN change_outbox AS earlier
     ON earlier.entity = latest.entity AND earlier.record_id = latest.record_id AND earlier.version < latest.version
     WHERE earlier.seq > (SELECT MAX(seq) FROM oldest)`,
    [columns, BATCH_CHANGES, columns, columns.map((column) => `earlier.${column}`)],
  );
  return rows;
}

/** By seq, but for each record its versions in their order. */
function inVersionOrder(changes: WaitingChange[]): WaitingChange[] {
  const versions = new Map<string, WaitingChange[]>();
  const ofRecord = ({ entity, record_id }: WaitingChange) => {
    const key = `${entity} ${record_id}`;
    const changesOfRecord = versions.get(key) ?? [];
    versions.set(key, changesOfRecord);
    return changesOfRecord;
  };
  // the latest first: each place takes from the end
  for (const change of changes.toSorted((a, b) => b.version - a.version)) ofRecord(change).push(change);
  return changes.toSorted((a, b) => a.seq - b.seq).flatMap((place) => ofRecord(place).pop() ?? []);
}

async function writePositions(trx: Transaction, head: number, changes: WaitingChange[], time: string): Promise<void> {
  const kinds = new Map<EntityKey, { entity: EntityKey; position: number; ordinal: number }>();
  for (const kind of await trx('feed_kind').select('entity', 'position', 'ordinal')) kinds.set(kind.entity, kind);
  const rows = changes.map(({ seq, entity, record_id }, index) => {
    const position = head + index + 1;
    const ordinal = (kinds.get(entity)?.ordinal ?? 0) + 1;
    kinds.set(entity, { entity, position, ordinal });
    return { position, seq, entity, record_id, ordinal, time };
  });
  await insertAll(trx, 'change_feed', rows);
  await trx('feed_kind')
    .insert([...kinds.values()])
    .onConflict('entity')
    .merge();
  await trx('feed_mark')
    .where('name', 'head')
    .update('position', head + rows.length);
  // from the feed to the outbox, key by key: a list of them, or another key of the feed, could be read as a scan, which waits for whoever writes or prunes
  await trx.raw(
    `DELETE change_outbox FROM change_feed FORCE INDEX (PRIMARY) STRAIGHT_JOIN change_outbox ON change_outbox.seq = change_feed.seq
     WHERE change_feed.position > ?`,
    [head],
  );
}

import { type Database, insertAll, sqlTime, type Transaction, transact } from '#database';
import type { EntityKey } from '#http/contract.ts';

interface UnsequencedChange {
  seq: number;
  entity: EntityKey;
  record_id: number;
  version: number;
}

const BATCH_CHANGES = 1000;

/**
 * Assigns the next positions of the feed to up to a thousand committed changes, those of each record in the order of its versions.
 * Returns their number, or 0 if another worker is assigning positions. Uncommitted changes get a position after their commit.
 */
export async function assignPositions(db: Database): Promise<number> {
  if (!(await db('change_outbox').first('seq'))) return 0;
  return transact(db, async (trx) => {
    // the lock admits one worker at a time; in a cluster it applies per node, but the update below lets only one commit
    const head = await trx('feed_mark')
      .where('name', 'head')
      .forUpdate()
      .skipLocked()
      .first('position', { now: trx.raw('NOW(3)') });
    const changes = head ? sortByVersion(await readOldestUnsequenced(trx)) : [];
    if (changes.length > 0) await writePositions(trx, head.position, changes, sqlTime(head.now.toISOString()));
    return changes.length;
  });
}

/**
 * Reads the oldest changes and all earlier versions of their records: in a cluster, whose servers interleave sequence numbers, an earlier
 * version may have a higher number. A first version has none before it.
 */
async function readOldestUnsequenced(trx: Transaction): Promise<UnsequencedChange[]> {
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

/** Sorts changes by `seq`, but keeps the versions of each record in order. */
function sortByVersion(changes: UnsequencedChange[]): UnsequencedChange[] {
  const versions = new Map<string, UnsequencedChange[]>();
  const versionsOf = ({ entity, record_id }: UnsequencedChange) => {
    const key = `${entity} ${record_id}`;
    const changesOfRecord = versions.get(key) ?? [];
    versions.set(key, changesOfRecord);
    return changesOfRecord;
  };
  // sorted in descending order, as `pop` takes the last element
  for (const change of changes.toSorted((a, b) => b.version - a.version)) versionsOf(change).push(change);
  return changes.toSorted((a, b) => a.seq - b.seq).flatMap((change) => versionsOf(change).pop() ?? []);
}

async function writePositions(
  trx: Transaction,
  head: number,
  changes: UnsequencedChange[],
  time: string,
): Promise<void> {
  const entityRows = new Map<EntityKey, { entity: EntityKey; position: number; ordinal: number }>();
  for (const entityRow of await trx('feed_kind').select('entity', 'position', 'ordinal'))
    entityRows.set(entityRow.entity, entityRow);
  const rows = changes.map(({ seq, entity, record_id }, index) => {
    const position = head + index + 1;
    const ordinal = (entityRows.get(entity)?.ordinal ?? 0) + 1;
    entityRows.set(entity, { entity, position, ordinal });
    return { position, seq, entity, record_id, ordinal, time };
  });
  await insertAll(trx, 'change_feed', rows);
  await trx('feed_kind')
    .insert([...entityRows.values()])
    .onConflict('entity')
    .merge();
  await trx('feed_mark')
    .where('name', 'head')
    .update('position', head + rows.length);
  // joined key by key from the feed, as other plans could scan a table and wait for locks of writes or pruning
  await trx.raw(
    `DELETE change_outbox FROM change_feed FORCE INDEX (PRIMARY) STRAIGHT_JOIN change_outbox ON change_outbox.seq = change_feed.seq
     WHERE change_feed.position > ?`,
    [head],
  );
}

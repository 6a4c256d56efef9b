import type { Logger } from 'pino';
import type { CrudContext, Entity } from '#crud/model.ts';
import { toStoredRecords } from '#crud/rows.ts';
import { type Database, transact } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { isStatementTimeout } from '#http/errors.ts';
import { searchText } from './search-text.ts';

const BATCH_RECORDS = 200;

/**
 * Updates outdated `search` columns in a batch of records with ids greater than `after`. Returns the last id and the number of checked
 * records. A record that somebody changes meanwhile is indexed by that change.
 */
export async function reindexBatch(
  db: Database,
  entity: Entity,
  after: number,
): Promise<{ last: number; count: number }> {
  const rows = await db(entity.table).where('id', '>', after).orderBy('id').limit(BATCH_RECORDS);
  const searchById = new Map(rows.map(({ id, search }) => [id, search]));
  for (const { record } of await toStoredRecords(db, entity, rows)) {
    const search = searchText(entity, record);
    // one transaction per record, so that other writes need not wait for a whole batch
    if (search !== searchById.get(record.id))
      await db(entity.table).where({ id: record.id, version: record.version }).update({ search });
  }
  return { last: rows.at(-1)?.id ?? after, count: rows.length };
}

/** Fills the `search` column of rows that were not written by this service, such as the seeds. */
export async function indexMissingSearchTexts({ db, entities }: Pick<CrudContext, 'db' | 'entities'>): Promise<void> {
  for (const entity of entities)
    for (let after = 0, count = 1; count > 0; ) ({ last: after, count } = await indexMissingBatch(db, entity, after));
}

/** Counts the records without a search text by entity; entities without such records are left out. */
export async function countMissingSearchTexts({
  db,
  entities,
}: Pick<CrudContext, 'db' | 'entities'>): Promise<Map<EntityKey, number>> {
  const counts = new Map<EntityKey, number>();
  for (const { key, table } of entities) {
    const row = await db(table).whereNull('search').count({ n: '*' }).first();
    if (Number(row?.n) > 0) counts.set(key, Number(row?.n));
  }
  return counts;
}

/** Indexes a batch like `reindexBatch`, but only records without a search text. */
export async function indexMissingBatch(
  db: Database,
  entity: Entity,
  after: number,
): Promise<{ last: number; count: number }> {
  const rows = await db(entity.table).whereNull('search').where('id', '>', after).orderBy('id').limit(BATCH_RECORDS);
  const stored = await toStoredRecords(db, entity, rows);
  await transact(db, async (trx) => {
    for (const { record } of stored) {
      const search = searchText(entity, record);
      await trx(entity.table).where({ id: record.id, version: record.version }).update({ search });
    }
  });
  return { last: rows.at(-1)?.id ?? after, count: rows.length };
}

/** With fewer changes a full-text index stays fast in any case. */
const MIN_CHANGES = 1000;
/** At this ratio searches take twice as long; at twenty changes per record six times. */
const MIN_CHANGES_PER_RECORD = 10;
/** A rebuild blocks writes to the table: for about two seconds with so many records, and statements wait for at most four. */
const MAX_RECORDS = 25_000;
/** If the table is in use for longer, the rebuild is skipped until the next retention. */
const LOCK_WAIT_SECONDS = 1;

const TOLERATED_ERROR_CODES = new Set(['ER_TABLEACCESS_DENIED_ERROR', 'ER_LOCK_WAIT_TIMEOUT']);

/**
 * Rebuilds the tables whose records have changed often since the last rebuild. InnoDB keeps the old words of changed texts in its
 * full-text index, which makes searches slower and slower. Searches still work during a rebuild.
 * @returns the tables that were rebuilt
 */
export async function compactSearchIndexes(
  db: Database,
  entities: readonly Pick<Entity, 'key' | 'table'>[],
  { log, minChanges = MIN_CHANGES, signal }: { log: Logger; minChanges?: number; signal: AbortSignal },
): Promise<string[]> {
  const rebuiltTables: string[] = [];
  for (const { key, table } of entities) {
    signal.throwIfAborted();
    const records = await countRecords(db, table);
    const isDue = await hasChanges(db, key, Math.max(minChanges, records * MIN_CHANGES_PER_RECORD));
    if (!isDue) continue;
    if (records > MAX_RECORDS) {
      log.warn({ table, records }, 'searches are slow until an administrator rebuilds this table');
      continue;
    }
    try {
      await rebuildTable(db, key, table);
      rebuiltTables.push(table);
    } catch (error) {
      // the cast: any thrown value may have this member
      const { code = '' } = error as { code?: string };
      if (!TOLERATED_ERROR_CODES.has(code) && !isStatementTimeout(error)) throw error;
      log.warn({ err: error, table }, 'the table could not be rebuilt for faster searches');
    }
  }
  return rebuiltTables;
}

const countRecords = async (db: Database, table: string): Promise<number> =>
  Number((await db(table).count({ n: '*' }).first())?.n);

/** Whether at least `count` changes were logged since the last rebuild, including those that did not affect the search text. */
async function hasChanges(db: Database, entity: string, count: number): Promise<boolean> {
  const renewal = await db('search_key_renewal').where({ entity }).first('time');
  const changes = db('data_log').where({ entity });
  if (renewal) changes.where('time', '>', renewal.time);
  const rows = await changes
    .offset(count - 1)
    .limit(1)
    .select('seq');
  return rows.length > 0;
}

async function rebuildTable(db: Database, entity: string, table: string): Promise<void> {
  // session settings need a single connection
  await transact(db, async (trx) => {
    const [[{ waitSeconds }]] = await trx.raw('SELECT @@lock_wait_timeout AS waitSeconds');
    await trx.raw('SET SESSION lock_wait_timeout = ?', [LOCK_WAIT_SECONDS]);
    try {
      // changes during the rebuild count for the next one
      const [[{ time }]] = await trx.raw('SELECT NOW(3) AS time');
      // dropping and adding the index in one statement would keep the old words
      await trx.raw('ALTER TABLE ?? FORCE', [table]);
      await trx('search_key_renewal').insert({ entity, time }).onConflict('entity').merge();
    } finally {
      await trx.raw('SET SESSION lock_wait_timeout = ?', [waitSeconds]);
    }
  });
}

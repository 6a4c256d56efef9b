import type { Logger } from 'pino';
import { type Database, transact } from '#database';
import type { EntityKey } from '#http/contract.ts';
import type { Crud, Entity } from './model.ts';
import { toStoredRecords } from './rows.ts';
import { searchText } from './search-text.ts';

const BATCH_RECORDS = 200;

/**
 * Writes the `search` column anew where it has changed, for a batch of records after `after` by id. Answers the last id and how
 * many were looked at; a record that is changed meanwhile has been indexed by that.
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
    // each alone: nobody who writes waits for a batch
    if (search !== searchById.get(record.id))
      await db(entity.table).where({ id: record.id, version: record.version }).update({ search });
  }
  return { last: rows.at(-1)?.id ?? after, count: rows.length };
}

/** Fills the `search` column of rows that came in beside the console, such as the starter set. */
export async function indexUnsearchable({ db, entities }: Pick<Crud, 'db' | 'entities'>): Promise<void> {
  for (const entity of entities)
    for (let after = 0, count = 1; count > 0; ) ({ last: after, count } = await indexBatch(db, entity, after));
}

/** How many records of each kind have no search text, of those kinds that have any. */
export async function countUnsearchable({
  db,
  entities,
}: Pick<Crud, 'db' | 'entities'>): Promise<Map<EntityKey, number>> {
  const counts = new Map<EntityKey, number>();
  for (const { key, table } of entities) {
    const row = await db(table).whereNull('search').count({ n: '*' }).first();
    if (Number(row?.n) > 0) counts.set(key, Number(row?.n));
  }
  return counts;
}

/** The same as `reindexBatch` for the records after `after` that have no search text; each is looked at once. */
export async function indexBatch(
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

/** Below it a full-text key is fast, however often its few records have changed. */
const MIN_CHANGES = 1000;
/** Searches take twice as long by then; after twenty changes of each record it is six times. */
const MAX_CHANGES_PER_RECORD = 10;
/** Whoever writes to the table waits meanwhile: about two seconds for so many, of the four that a statement waits at most. */
const MAX_RECORDS = 25_000;
/** Where somebody uses the table for longer, the renewal gives way and is tried by the next retention. */
const LOCK_WAIT_SECONDS = 1;

const TOLERATED_ERROR_CODES = new Set(['ER_TABLEACCESS_DENIED_ERROR', 'ER_LOCK_WAIT_TIMEOUT', 'ER_QUERY_TIMEOUT']);

/**
 * InnoDB keeps the old words of a changed text in its full-text key, which makes searches ever slower. Rebuilds the tables of those kinds
 * whose records have changed often enough since. Searches go on meanwhile.
 * @returns the tables that were rebuilt
 */
export async function rebuildSearchIndexes(
  db: Database,
  entities: readonly Pick<Entity, 'key' | 'table'>[],
  { log, minChanges = MIN_CHANGES, signal }: { log: Logger; minChanges?: number; signal: AbortSignal },
): Promise<string[]> {
  const renewed: string[] = [];
  for (const { key, table } of entities) {
    signal.throwIfAborted();
    const records = await countRecords(db, table);
    const isDue = await hasChanges(db, key, Math.max(minChanges, records * MAX_CHANGES_PER_RECORD));
    if (!isDue) continue;
    if (records > MAX_RECORDS) {
      log.warn({ table, records }, 'searches are slow until an administrator rebuilds this table');
      continue;
    }
    try {
      await rebuildTable(db, key, table);
      renewed.push(table);
    } catch (error) {
      // whatever is thrown, it may have this member
      if (!TOLERATED_ERROR_CODES.has((error as { code?: string }).code ?? '')) throw error;
      log.warn({ err: error, table }, 'the table could not be rebuilt for faster searches');
    }
  }
  return renewed;
}

const countRecords = async (db: Database, table: string): Promise<number> =>
  Number((await db(table).count({ n: '*' }).first())?.n);

/** Whether so many changes were logged since the last renewal; a change that leaves the text as it was counts too. */
async function hasChanges(db: Database, entity: string, count: number): Promise<boolean> {
  const renewal = await db('search_key_renewal').where({ entity }).first('time');
  const changes = db('data_log').where({ entity });
  if (renewal) changes.where('time', '>', renewal.time);
  const last = await changes
    .offset(count - 1)
    .limit(1)
    .select('seq');
  return last.length > 0;
}

async function rebuildTable(db: Database, entity: string, table: string): Promise<void> {
  // the settings are those of one connection
  await transact(db, async (trx) => {
    const [[{ waitSeconds }]] = await trx.raw('SELECT @@lock_wait_timeout AS waitSeconds');
    await trx.raw('SET SESSION lock_wait_timeout = ?', [LOCK_WAIT_SECONDS]);
    try {
      // what is logged while it is rebuilt counts for the next one
      const [[{ time }]] = await trx.raw('SELECT NOW(3) AS time');
      // a key that is dropped and added in one statement is still checked against all old texts
      await trx.raw('ALTER TABLE ?? FORCE', [table]);
      await trx('search_key_renewal').insert({ entity, time }).onConflict('entity').merge();
    } finally {
      await trx.raw('SET SESSION lock_wait_timeout = ?', [waitSeconds]);
    }
  });
}

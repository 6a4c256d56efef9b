import { type Database, transact } from '#database';
import type { EntityKey } from '#http/contract.ts';
import type { Crud } from './crud.ts';
import type { Entity } from './entity.ts';
import { toStored } from './rows.ts';
import { searchText } from './search-text.ts';

const batch = 200;

/**
 * Writes the `search` column anew where it has changed, for a batch of records after `after` by id. Answers the last id and how
 * many were looked at; a record that is changed meanwhile has been indexed by that.
 */
export async function reindexBatch(
  db: Database,
  entity: Entity,
  after: number,
): Promise<{ last: number; count: number }> {
  const rows = await db(entity.table).where('id', '>', after).orderBy('id').limit(batch);
  const kept = new Map(rows.map(({ id, search }) => [id, search]));
  for (const { record } of await toStored(db, entity, rows)) {
    const search = searchText(entity, record);
    // each alone: nobody who writes waits for a batch
    if (search !== kept.get(record.id))
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
  const rows = await db(entity.table).whereNull('search').where('id', '>', after).orderBy('id').limit(batch);
  const stored = await toStored(db, entity, rows);
  await transact(db, async (trx) => {
    for (const { record } of stored) {
      const search = searchText(entity, record);
      await trx(entity.table).where({ id: record.id, version: record.version }).update({ search });
    }
  });
  return { last: rows.at(-1)?.id ?? after, count: rows.length };
}

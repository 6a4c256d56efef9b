import type { Database } from '#database';
import type { Crud } from './crud.ts';
import type { Entity } from './entity.ts';
import { toStored } from './rows.ts';
import { searchText } from './search-text.ts';

const batch = 200;

/** Fills the `search` column of rows that came in beside the console, such as the starter set. */
export async function indexUnsearchable({ db, entities }: Crud): Promise<void> {
  for (const entity of entities) while ((await indexBatch(db, entity)) === batch);
}

async function indexBatch(db: Database, entity: Entity): Promise<number> {
  const rows = await db(entity.table).whereNull('search').orderBy('id').limit(batch);
  const stored = await toStored(db, entity, rows);
  await db.transaction(async (trx) => {
    for (const { record } of stored) {
      const search = searchText(entity, record);
      await trx(entity.table).where({ id: record.id, version: record.version }).update({ search });
    }
  });
  return rows.length;
}

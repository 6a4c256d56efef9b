import type { Database } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { deleteRows } from './stored-row.ts';
import { release } from './waiting.ts';

/** Days after its last change. */
const keptFor = 90;

/** Removes imports that nobody has worked on for long, with their files and reports, some rows at a time; answers how many. */
export async function pruneImports(db: Database, signal?: AbortSignal): Promise<number> {
  const old: { id: number; entity: EntityKey }[] = await db('import')
    .where('update_time', '<', db.raw('NOW(3) - INTERVAL ? DAY', [keptFor]))
    .select('id', 'entity');
  const between = async () => signal?.throwIfAborted();
  for (const { id, entity } of old) {
    await release(db, { id, entity }, between);
    await deleteRows(db, id, between);
    await db('import_reference').where('import_id', id).delete();
    await db('import').where('id', id).delete();
  }
  return old.length;
}

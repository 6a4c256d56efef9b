import type { Database } from '#database';
import { deleteRows } from './stored-row.ts';

/** Days after its last change. */
const keptFor = 90;

/** Removes imports that nobody has worked on for long, with their files and reports, some rows at a time; answers how many. */
export async function pruneImports(db: Database, signal?: AbortSignal): Promise<number> {
  const ids: number[] = await db('import')
    .where('update_time', '<', db.raw('NOW(3) - INTERVAL ? DAY', [keptFor]))
    .pluck('id');
  for (const id of ids) {
    await deleteRows(db, id, async () => signal?.throwIfAborted());
    await db('import_reference').where('import_id', id).delete();
    await db('import').where('id', id).delete();
  }
  return ids.length;
}

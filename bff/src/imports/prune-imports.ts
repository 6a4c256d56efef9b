import { type Database, transact } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { detachPending } from './import-reviews.ts';
import { isWorking, lockImport } from './stored-import.ts';
import { deleteRows } from './stored-row.ts';

/** Days after its last change. */
const RETENTION_DAYS = 90;

const oldImports = (db: Database) =>
  db('import').where('import.update_time', '<', db.raw('NOW(3) - INTERVAL ? DAY', [RETENTION_DAYS]));

/** Removes imports that nobody has worked on for long, with their files and reports, some rows at a time; answers how many. */
export async function pruneImports(db: Database, signal?: AbortSignal): Promise<number> {
  const throwIfAborted = async () => signal?.throwIfAborted();
  let removed = 0;
  for (const { id, entity } of await findIdle(db)) {
    // first what waits with it: without its import nobody would find it
    await detachPending(db, { id, entity }, throwIfAborted);
    if (!(await removeIfIdle(db, id))) continue;
    await removeReport(db, id, throwIfAborted);
    removed++;
  }
  for (const id of await findOrphans(db)) await removeReport(db, id, throwIfAborted);
  return removed;
}

/** Old ones at which no task is, not even one that waits. */
const findIdle = (db: Database): Promise<{ id: number; entity: EntityKey }[]> =>
  oldImports(db)
    .leftJoin('task', 'task.id', 'import.task_id')
    .where((rest) => rest.whereNull('task.status').orWhereNotIn('task.status', ['queued', 'running']))
    .select('import.id', 'import.entity');

/** Removes the import and its file, unless somebody has put it to work meanwhile. */
const removeIfIdle = (db: Database, id: number): Promise<boolean> =>
  transact(db, async (trx) => {
    const stored = await lockImport(trx, id);
    if (!stored || isWorking(stored.status) || !(await oldImports(trx).where('import.id', id).first('id')))
      return false;
    await trx('import').where({ id }).delete();
    return true;
  });

async function removeReport(db: Database, id: number, throwIfAborted: () => Promise<void>): Promise<void> {
  await deleteRows(db, id, throwIfAborted);
  await db('import_reference').where('import_id', id).delete();
}

/** Imports that are gone though rows of theirs are there: whoever removed them died over it. */
async function findOrphans(db: Database): Promise<number[]> {
  // rows first: an import that comes meanwhile has none among these
  const ids: number[] = await db('import_row').groupBy('import_id').pluck('import_id');
  const existingIds: number[] = await db('import').whereIn('id', ids).pluck('id');
  const existing = new Set(existingIds);
  return ids.filter((id) => !existing.has(id));
}

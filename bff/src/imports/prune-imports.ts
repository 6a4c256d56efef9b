import { type Database, transact } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { detachPending } from './import-reviews.ts';
import { endSet } from './import-set.ts';
import { isWorking, lockImport } from './stored-import.ts';
import { deleteRows } from './stored-row.ts';

/** An import is kept for so many days after its last change. */
const RETENTION_DAYS = 90;

const oldImports = (db: Database) =>
  db('import').where('import.update_time', '<', db.raw('NOW(3) - INTERVAL ? DAY', [RETENTION_DAYS]));

/** Removes imports that nobody has changed for long, with their files and reports, in batches; returns how many. */
export async function pruneImports(db: Database, signal?: AbortSignal): Promise<number> {
  const throwIfAborted = async () => signal?.throwIfAborted();
  let removed = 0;
  for (const { id, entity } of await findOldIdleImports(db)) {
    // reviewers see what is still open as one entry of the import; detached, its pending records and open proposals appear one by one
    await detachPending(db, { id, entity }, throwIfAborted);
    if (!(await removeIfIdle(db, id))) continue;
    await removeReport(db, id, throwIfAborted);
    removed++;
  }
  for (const id of await findOrphans(db)) await removeReport(db, id, throwIfAborted);
  return removed;
}

/** Finds old imports without a running or queued task. */
const findOldIdleImports = (db: Database): Promise<{ id: number; entity: EntityKey }[]> =>
  oldImports(db)
    .leftJoin('task', 'task.id', 'import.task_id')
    .where((idle) => idle.whereNull('task.status').orWhereNotIn('task.status', ['queued', 'running']))
    .select('import.id', 'import.entity');

/** Removes an import and its file, unless somebody has started work on it meanwhile. */
const removeIfIdle = (db: Database, id: number): Promise<boolean> =>
  transact(db, async (trx) => {
    const stored = await lockImport(trx, id);
    if (!stored || isWorking(stored.status) || !(await oldImports(trx).where('import.id', id).first('id')))
      return false;
    await endSet(trx, id, 'released');
    await trx('import').where({ id }).delete();
    return true;
  });

async function removeReport(db: Database, id: number, throwIfAborted: () => Promise<void>): Promise<void> {
  // the records that the import created because its rows refer to them are kept; only the list of them is deleted
  await db('import_reference').where('import_id', id).delete();
  await deleteRows(db, id, throwIfAborted);
}

/** Finds removed imports whose rows or list of created records remain because the removal was interrupted. */
async function findOrphans(db: Database): Promise<number[]> {
  // these are read first, so that an import created meanwhile is not taken for a removed one
  const tables = ['import_row', 'import_reference'];
  const idLists: number[][] = await Promise.all(
    tables.map((table) => db(table).groupBy('import_id').pluck('import_id')),
  );
  const ids = [...new Set(idLists.flat())];
  const existingIds: number[] = await db('import').whereIn('id', ids).pluck('id');
  const existing = new Set(existingIds);
  return ids.filter((id) => !existing.has(id));
}

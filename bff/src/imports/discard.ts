import { type Database, transact } from '#database';
import type { Request } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { cancel, logTask } from '#tasks/queue.ts';
import { isWorking } from './status.ts';
import { expectStatus, foundImport, lockFound, type StoredImport } from './stored-import.ts';
import { deleteRows } from './stored-row.ts';

/** Removes an import that has changed nothing, with its file and its report. */
export const discard = (db: Database, { path, caller }: Request<'deleteImport'>): Promise<void> =>
  transact(db, async (trx) => {
    const stored = await lockFound(trx, path.id, caller, 'import');
    expectStatus(stored, 'uploading', 'uploaded', 'staged', 'failed');
    await deleteRows(trx, path.id);
    await trx('import').where('id', path.id).delete();
  });

/** Ends what is under way: at once where it has not begun, else as soon as its worker hears of it. */
export const stopWork = (db: Database, request: Request<'cancelImport'>): Promise<StoredImport> =>
  transact(db, async (trx) => {
    const { path, caller } = request;
    const { status, taskId } = await lockFound(trx, path.id, caller, 'import');
    if (!isWorking(status) || taskId === null) throw new Problem('invalidTransition');
    await logTask(trx, request, await cancel(trx, taskId), 'taskCancelled');
    return foundImport(trx, path.id, caller);
  });

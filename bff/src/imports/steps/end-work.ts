import { transact } from '#database';
import { changeImport } from '../stored-import.ts';
import type { ImportTask } from './import-work.ts';

/** Writes down that the work is over, unless the task is somebody else's by now. */
export const endWork = (
  { db, progress, release }: Pick<ImportTask<never>, 'db' | 'progress' | 'release'>,
  importId: number,
  done: number,
  columns: Record<string, unknown>,
): Promise<void> =>
  transact(db, async (trx) => {
    await changeImport(trx, importId, columns);
    await progress(done, undefined, undefined, trx);
    await release(trx);
  });

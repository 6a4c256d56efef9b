import type { Crud } from '#crud/model.ts';
import { transact } from '#database';
import type { Request } from '#http/operation-types.ts';
import { startWork } from '../start-work.ts';
import { expectStatus, foundImport, lockFound, type StoredImport } from '../stored-import.ts';

/** Puts what an import did to be taken back. */
export const beginReverting = (crud: Crud, request: Request<'revertImport'>): Promise<StoredImport> =>
  transact(crud.db, async (trx) => {
    const { path, caller } = request;
    const stored = await lockFound(trx, path.id, caller, 'import');
    expectStatus(stored, 'applied');
    await startWork(trx, request, stored, 'reverting', { asked: { by: { id: caller.id, username: caller.username } } });
    return foundImport(trx, path.id, caller);
  });

import { entityByKey } from '#crud/entity.ts';
import type { Crud } from '#crud/model.ts';
import { transact } from '#database';
import type { Request } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { rememberTargets } from './mapping.ts';
import { startWork } from './start-work.ts';
import { addContributor, expectStatus, foundImport, lockFound, type StoredImport } from './stored-import.ts';

/** Puts a file to be staged as it was looked at last. */
export const beginStaging = (crud: Crud, request: Request<'stageImport'>): Promise<StoredImport> =>
  transact(crud.db, async (trx) => {
    const { path, caller } = request;
    const stored = await lockFound(trx, path.id, caller, 'import');
    expectStatus(stored, 'uploaded', 'staged', 'failed');
    // nobody knows yet how to read it
    if (!stored.options) throw new Problem('invalidTransition');
    const { options, columns } = stored;
    if (columns) await rememberTargets(trx, entityByKey(crud, stored.entity), columns, options);
    const before = { counts: null, outcomes: null, stage_time: null };
    await startWork(trx, request, stored, 'staging', { ...before, ...addContributor(stored, caller.id) });
    return foundImport(trx, path.id, caller);
  });

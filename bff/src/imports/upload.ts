import { type Database, type Transaction, transact } from '#database';
import type { Request } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { expectPart, hasPart, sizeOfPart, writePart } from './parts.ts';
import { expectImporter } from './permission.ts';
import { changeImport, foundImport, lockFound, type StoredImport } from './stored-import.ts';

/** Begins an import; one of a file without any bytes has all of them. */
export async function beginImport(db: Database, { body, caller }: Request<'createImport'>): Promise<StoredImport> {
  expectImporter(caller, body.entity);
  const now = db.raw('NOW(3)');
  const [id = 0] = await db('import').insert({
    ...{ entity: body.entity, filename: body.filename, bytes: body.bytes },
    status: body.bytes === 0 ? 'uploaded' : 'uploading',
    ...{ created_by_id: caller.id, created_by: caller.username, create_time: now, update_time: now },
  });
  return foundImport(db, id, caller);
}

/** Takes a part; with the last one that was missing the file is there. The same part may come again. */
export const takePart = (db: Database, { path, body, caller }: Request<'putImportPart'>): Promise<StoredImport> =>
  transact(db, async (trx) => {
    const stored = await lockFound(trx, path.id, caller, 'import');
    if (stored.createdById !== caller.id) throw new Problem('forbidden');
    expectPart(stored, path.part, body);
    if (stored.status === 'uploading') await addPart(trx, stored, path.part, body);
    // whoever did not hear that it had come
    else if (!(await hasPart(trx, path.id, path.part, body))) throw new Problem('invalidTransition');
    return foundImport(trx, path.id, caller);
  });

async function addPart(trx: Transaction, stored: StoredImport, part: number, content: Buffer): Promise<void> {
  if (!(await writePart(trx, stored.id, part, content))) return;
  const received = stored.received + sizeOfPart(stored, part);
  await changeImport(trx, stored.id, { received, ...(received === stored.bytes && { status: 'uploaded' }) });
}

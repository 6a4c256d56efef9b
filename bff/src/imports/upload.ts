import { type Database, type Transaction, transact } from '#database';
import type { Request } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { expectPart, hasPart, sizeOfPart, writePart } from './parts.ts';
import { expectImporter } from './permission.ts';
import { changeImport, foundImport, lockFound, type StoredImport } from './stored-import.ts';

/** Begins an import; one of a file without any bytes has all of them. Throws `tooManyImports` where its maker has too many. */
export const beginImport = (db: Database, { body, caller }: Request<'createImport'>): Promise<StoredImport> =>
  transact(db, async (trx) => {
    expectImporter(caller, body.entity);
    // of many at once each counts those before it
    await trx('user').where('id', caller.id).forUpdate().select('id');
    await expectFewOpen(trx, caller.id, body.bytes);
    const now = trx.raw('NOW(3)');
    const [id = 0] = await trx('import').insert({
      ...{ entity: body.entity, filename: body.filename, bytes: body.bytes },
      status: body.bytes === 0 ? 'uploaded' : 'uploading',
      ...{ created_by_id: caller.id, created_by: caller.username, create_time: now, update_time: now },
    });
    return foundImport(trx, id, caller);
  });

const MAX_OPEN_IMPORTS = 100;
const MAX_OPEN_BYTES = 2 ** 30;

/** Their files lie in the database, where whoever applies none of them would fill it up. */
async function expectFewOpen(trx: Transaction, userId: number, bytes: number): Promise<void> {
  const open = trx('import').where('created_by_id', userId).whereNull('apply_time');
  const found = await open.count({ count: '*' }).sum({ bytes: 'bytes' }).first();
  const count = Number(found?.count);
  if (count >= MAX_OPEN_IMPORTS || Number(found?.bytes) + bytes > MAX_OPEN_BYTES)
    throw new Problem('tooManyImports', { parameters: { count } });
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

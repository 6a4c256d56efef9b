import { Readable } from 'node:stream';
import { type Database, executePrepared, type Transaction, transactWithinTimeLimit } from '#database';
import type { Request } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { cancel, logTaskAct } from '#tasks/queue.ts';
import { endSet } from './import-set.ts';
import {
  assertMayImport,
  assertStatus,
  changeImport,
  isWorking,
  lockWritableImport,
  readVisibleImport,
  type StoredImport,
} from './stored-import.ts';
import { deleteRows } from './stored-row.ts';

/** The size of each part in bytes; the last part may be smaller. */
const PART_BYTES = 2 ** 20;

/** Returns the size that a part must have. */
const expectedPartSize = ({ bytes }: Pick<StoredImport, 'bytes'>, part: number) =>
  Math.max(0, Math.min(PART_BYTES, bytes - part * PART_BYTES));

/** Writes a part or replaces it; returns whether it is new. */
async function writePart(db: Database, importId: number, part: number, content: Buffer): Promise<boolean> {
  const existing = await db('import_part').where({ import_id: importId, part }).first('part');
  // a prepared parameter sends the bytes as they are; a literal in the statement would be twice as long
  await executePrepared(db, STORE_PART_SQL, [importId, part, content]);
  return existing === undefined;
}

const STORE_PART_SQL = `INSERT INTO import_part (import_id, part, content) VALUES (?, ?, ?)
  ON DUPLICATE KEY UPDATE content = VALUES(content)`;

/** Whether the same part has already been received. */
async function hasPart(db: Database, importId: number, part: number, content: Buffer): Promise<boolean> {
  const existing = await db('import_part').where({ import_id: importId, part }).first('content');
  return existing !== undefined && content.equals(existing.content);
}

/** Streams the file, reading its parts on demand. */
export const openFile = (db: Database, importId: number): Readable =>
  Readable.from(
    (async function* () {
      for (let part = 0; ; part++) {
        const row = await db('import_part').where({ import_id: importId, part }).first('content');
        if (!row) return;
        yield row.content;
      }
    })(),
    { objectMode: false, highWaterMark: 1 },
  );

/** @throws Problem if the file has no such part or the part has the wrong size */
function assertPartSize(stored: StoredImport, part: number, { length }: Buffer): void {
  const size = expectedPartSize(stored, part);
  if (size === 0 || length > size) throw new Problem('tooLarge');
  if (length < size) throw new Problem('invalidRequest');
}

/** Creates an import; an empty file is complete at once. @throws Problem `tooManyImports` if the user has too many open ones */
export const beginImport = (db: Database, { body, caller }: Request<'createImport'>): Promise<StoredImport> =>
  transactWithinTimeLimit(caller, db, async (trx) => {
    assertMayImport(caller, body.entity);
    // locks the user, so that concurrent uploads of the same user count each other
    await trx('user').where('id', caller.id).forUpdate().select('id');
    await assertBelowQuota(trx, caller.id, body.bytes);
    const now = trx.raw('NOW(3)');
    const [id = 0] = await trx('import').insert({
      entity: body.entity,
      filename: body.filename,
      bytes: body.bytes,
      status: body.bytes === 0 ? 'uploaded' : 'uploading',
      created_by_id: caller.id,
      created_by: caller.username,
      create_time: now,
      update_time: now,
    });
    return readVisibleImport(trx, id, caller);
  });

const MAX_OPEN_IMPORTS = 100;
const MAX_OPEN_BYTES = 2 ** 30;

/** Limits the imports that a user has not applied, as their files take up space in the database. */
async function assertBelowQuota(trx: Transaction, userId: number, bytes: number): Promise<void> {
  const openImports = trx('import').where('created_by_id', userId).whereNull('apply_time');
  const totals = await openImports.count({ count: '*' }).sum({ bytes: 'bytes' }).first();
  const count = Number(totals?.count);
  if (count >= MAX_OPEN_IMPORTS || Number(totals?.bytes) + bytes > MAX_OPEN_BYTES)
    throw new Problem('tooManyImports', { parameters: { count } });
}

/** Stores a part; the last missing one completes the file. The same part may be sent again. */
export const receivePart = (db: Database, { path, body, caller }: Request<'putImportPart'>): Promise<StoredImport> =>
  transactWithinTimeLimit(caller, db, async (trx) => {
    const stored = await lockWritableImport(trx, path.id, caller);
    if (stored.createdById !== caller.id) throw new Problem('forbidden');
    assertPartSize(stored, path.part, body);
    if (stored.status === 'uploading') await addPart(trx, stored, path.part, body);
    // the client sends the part again if it did not receive our answer
    else if (!(await hasPart(trx, path.id, path.part, body))) throw new Problem('invalidTransition');
    return readVisibleImport(trx, path.id, caller);
  });

async function addPart(trx: Transaction, stored: StoredImport, part: number, content: Buffer): Promise<void> {
  if (!(await writePart(trx, stored.id, part, content))) return;
  const received = stored.received + expectedPartSize(stored, part);
  await changeImport(trx, stored.id, { received, ...(received === stored.bytes && { status: 'uploaded' }) });
}

/** For so long a request removes the rows of a discarded import; retention removes the others. */
const MAX_REMOVAL_MS = 5000;

/** Removes an import that has not been applied, with its file and its report. A large report is removed after the import, in batches. */
export async function discardImport(db: Database, { path, caller }: Request<'deleteImport'>): Promise<void> {
  await transactWithinTimeLimit(caller, db, async (trx) => {
    const stored = await lockWritableImport(trx, path.id, caller);
    assertStatus(stored, 'uploading', 'uploaded', 'staged', 'failed');
    // an application that failed before its first row has left a change set
    await endSet(trx, path.id, 'withdrawn');
    await trx('import').where('id', path.id).delete();
  });
  const removalEnd = performance.now() + MAX_REMOVAL_MS;
  await deleteRows(db, path.id, undefined, () => performance.now() > removalEnd);
}

/** Cancels the current work: a queued task at once, a running one as soon as its worker notices. */
export const cancelWork = (db: Database, request: Request<'cancelImport'>): Promise<StoredImport> =>
  transactWithinTimeLimit(request.caller, db, async (trx) => {
    const { path, caller } = request;
    const { status, taskId } = await lockWritableImport(trx, path.id, caller);
    if (!isWorking(status) || taskId === null) throw new Problem('invalidTransition');
    await logTaskAct(trx, request, await cancel(trx, taskId), 'taskCancelled');
    return readVisibleImport(trx, path.id, caller);
  });

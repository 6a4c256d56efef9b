import { Readable } from 'node:stream';
import { type Database, transact } from '#database';
import { assertLease, type ClaimedTask } from './claims.ts';
import type { FileContent, StoredFile } from './kinds.ts';

const PART_BYTES = 2 ** 20;

/** Splits content into parts of one MiB. */
async function* splitIntoParts(content: FileContent): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    pending.push(Buffer.from(chunk));
    size += pending.at(-1)?.length ?? 0;
    if (size < PART_BYTES) continue;
    const all = Buffer.concat(pending);
    const fullParts = size - (size % PART_BYTES);
    for (let start = 0; start < fullParts; start += PART_BYTES) yield all.subarray(start, start + PART_BYTES);
    pending = [all.subarray(fullParts)];
    size -= fullParts;
  }
  if (size > 0) yield Buffer.concat(pending);
}

/** Writes a file part by part, each only while the lease is valid. */
export async function saveFile(db: Database, task: ClaimedTask, content: FileContent): Promise<StoredFile> {
  const { id } = task;
  const file = { bytes: 0, parts: 0 };
  await transact(db, async (trx) => {
    await assertLease(trx, task);
    await trx('task_file').where('task_id', id).delete();
  });
  for await (const part of splitIntoParts(content)) {
    await transact(db, async (trx) => {
      await assertLease(trx, task);
      await trx('task_file').insert({ task_id: id, part: file.parts, content: part }).onConflict().merge();
    });
    file.bytes += part.length;
    file.parts++;
  }
  return file;
}

/** Opens the file of a finished task. Parts are read on demand, so that a slow reader does not occupy a connection. */
export const readFile = (db: Database, id: number, { parts }: StoredFile): Readable =>
  Readable.from(
    (async function* () {
      for (let part = 0; part < parts; part++) {
        const row = await db('task_file').where({ task_id: id, part }).first('content');
        if (!row) throw new Error(`Part ${part} of the file of task ${id} is missing.`);
        yield row.content;
      }
    })(),
    { objectMode: false, highWaterMark: 1 },
  );

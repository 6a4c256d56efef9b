import { Readable } from 'node:stream';
import { type Database, prepared } from '#database';
import { Problem } from '#http/problem.ts';
import type { StoredImport } from './stored-import.ts';

/** Of a part, in bytes; the last one is what is left. */
export const partSize = 2 ** 20;

/** How many bytes a part has to have. */
export const sizeOfPart = ({ bytes }: Pick<StoredImport, 'bytes'>, part: number) =>
  Math.max(0, Math.min(partSize, bytes - part * partSize));

/** Writes a part, in place of what came as such before; answers whether it is a new one. */
export async function writePart(db: Database, importId: number, part: number, content: Buffer): Promise<boolean> {
  const there = await db('import_part').where({ import_id: importId, part }).first('part');
  // bytes as they are: within a text they would be written as twice as many digits, several times over
  await prepared(db, store, [importId, part, content]);
  return there === undefined;
}

const store = `INSERT INTO import_part (import_id, part, content) VALUES (?, ?, ?)
  ON DUPLICATE KEY UPDATE content = VALUES(content)`;

/** Whether the very same part is there. */
export async function hasPart(db: Database, importId: number, part: number, content: Buffer): Promise<boolean> {
  const there = await db('import_part').where({ import_id: importId, part }).first('content');
  return there !== undefined && content.equals(there.content);
}

/** The bytes of the file, from its start. Each part is read when the one before was taken. */
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

/** Throws where a part is none of this file, or has another size than it must have. */
export function expectPart(stored: StoredImport, part: number, { length }: Buffer): void {
  const size = sizeOfPart(stored, part);
  if (size === 0 || length > size) throw new Problem('tooLarge');
  if (length < size) throw new Problem('invalidRequest');
}

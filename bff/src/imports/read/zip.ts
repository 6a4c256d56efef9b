import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { FileFault } from '../file-model.ts';
import { LIMITS, type Progress, tooLarge } from './limits.ts';

/** An archive, to be closed. Its entries come in the order of its directory. */
export interface Archive {
  zip: ZipFile;
  entries: Entry[];
}

/**
 * Its directory stands at the end of a zip, so it is put into a temporary file, which has no name any more once it is open and so
 * goes with the process at the latest.
 * @throws FileFault truncated, damaged, notOneFile (of too many entries)
 */
export async function openArchive(bytes: AsyncIterable<Buffer>): Promise<Archive> {
  const folder = await mkdtemp(join(tmpdir(), 'import-'));
  try {
    const path = join(folder, 'archive');
    await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
    return await readEntries(await openZip(path));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { lazyEntries: true, autoClose: false });
  } catch (error) {
    throw archiveFault(error);
  }
}

async function readEntries(zip: ZipFile): Promise<Archive> {
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.push(entry) > LIMITS.entries) throw new FileFault('notOneFile');
    }
    return { zip, entries };
  } catch (error) {
    zip.close();
    throw archiveFault(error);
  }
}

/** What an entry holds. @throws FileFault encrypted, damaged, truncated, tooLarge */
export async function* entryBytes(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  if (entry.isEncrypted()) throw new FileFault('encrypted');
  if (entry.uncompressedSize > LIMITS.unpacked) throw tooLarge(LIMITS.unpacked);
  let sum = 0;
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    throw archiveFault(error);
  }
  if (sum !== entry.crc32) throw new FileFault('damaged');
}

/** An archive is read to its end before any of it is unpacked, so what is unpacked of an entry tells how far it is. */
export async function* trackProgress(bytes: AsyncIterable<Buffer>, zip: ZipFile, entry: Entry, progress: Progress) {
  const before = progress.unpacked;
  for await (const chunk of bytes) {
    progress.read = Math.round(((progress.unpacked - before) / entry.uncompressedSize) * zip.fileSize);
    yield chunk;
  }
}

/** The reader of archives throws plain errors with words; those of the system have a call, and pass. */
function archiveFault(error: unknown): unknown {
  if (error instanceof FileFault || !(error instanceof Error) || 'syscall' in error) return error;
  if (/encrypt/.test(error.message)) return new FileFault('encrypted');
  return new FileFault(/truncated|EOF|overflows/.test(error.message) ? 'truncated' : 'damaged');
}

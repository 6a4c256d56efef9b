import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { FileFault } from '../file-model.ts';
import { LIMITS, type Progress, tooLarge } from './limits.ts';

/** An open archive, with its entries in the order of its directory; the caller has to close it. */
export interface Archive {
  zip: ZipFile;
  entries: Entry[];
}

/**
 * The directory is at the end of a zip, so the archive is written to a temporary file first. That file is unlinked once it is open,
 * so that it disappears with the process at the latest.
 * @throws FileFault truncated, damaged, notOneFile (too many entries)
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

/** Yields the decompressed bytes of an entry. @throws FileFault encrypted, damaged, truncated, tooLarge */
export async function* entryBytes(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  if (entry.isEncrypted()) throw new FileFault('encrypted');
  if (entry.uncompressedSize > LIMITS.unpacked) throw tooLarge(LIMITS.unpacked);
  let checksum = 0;
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
  } catch (error) {
    throw archiveFault(error);
  }
  if (checksum !== entry.crc32) throw new FileFault('damaged');
}

/** The archive is copied before it is unpacked, so progress follows the unpacked share of the entry instead of the bytes read. */
export async function* trackProgress(bytes: AsyncIterable<Buffer>, zip: ZipFile, entry: Entry, progress: Progress) {
  const unpackedBefore = progress.unpacked;
  for await (const chunk of bytes) {
    progress.read = Math.round(((progress.unpacked - unpackedBefore) / entry.uncompressedSize) * zip.fileSize);
    yield chunk;
  }
}

/** Converts an error of yauzl, which only its message identifies; system errors have a `syscall` and pass through. */
function archiveFault(error: unknown): unknown {
  if (error instanceof FileFault || !(error instanceof Error) || 'syscall' in error) return error;
  if (/encrypt/.test(error.message)) return new FileFault('encrypted');
  return new FileFault(/truncated|EOF|overflows/.test(error.message) ? 'truncated' : 'damaged');
}

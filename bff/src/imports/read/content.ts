import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { FileFault } from '../file-model.ts';
import { countBytesRead, HEAD_BYTES, limitUnpackedBytes, PIECE_BYTES, type Progress } from './limits.ts';
import { type Archive, entryBytes, openArchive, trackProgress } from './zip.ts';

/** The beginning of a stream and the stream from its beginning; `close` ends a stream that is not read on. */
interface Peeked {
  head: Buffer;
  bytes: AsyncIterable<Buffer>;
  close(): Promise<void>;
}

/** Reads at least `size` bytes ahead, or the whole stream. */
async function peek(bytes: AsyncIterable<Buffer>, size: number): Promise<Peeked> {
  const iterator = bytes[Symbol.asyncIterator]();
  const chunks: Buffer[] = [];
  let length = 0;
  while (length < size) {
    const next = await iterator.next();
    if (next.done) break;
    chunks.push(next.value);
    length += next.value.length;
  }
  const close = async () => {
    await iterator.return?.();
  };
  return { head: Buffer.concat(chunks), bytes: resume(chunks, iterator, close), close };
}

async function* resume(chunks: Buffer[], iterator: AsyncIterator<Buffer>, close: () => Promise<void>) {
  try {
    for (let chunk = chunks.shift(); chunk; chunk = chunks.shift()) yield chunk;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  } finally {
    await close();
  }
}

/** @throws FileFault truncated, damaged; errors of the source stream pass through */
async function* gunzipStream(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: PIECE_BYTES });
  // reading the stream below reports the pipeline's errors
  const finished = pipeline(bytes, gunzip).catch(() => {});
  try {
    yield* gunzip;
  } catch (error) {
    throw zlibFault(error) ?? error;
  } finally {
    gunzip.destroy();
    await finished;
  }
}

/** Converts an error of zlib; returns undefined for other errors. */
function zlibFault(error: unknown): FileFault | undefined {
  if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) return undefined;
  return new FileFault(error.code === 'Z_BUF_ERROR' ? 'truncated' : 'damaged');
}

type FileType = 'gzip' | 'zip' | 'compound' | 'other' | 'text';

/** The first bytes of file types: https://en.wikipedia.org/wiki/List_of_file_signatures */
const SIGNATURES: [FileType, string][] = [
  ['gzip', '\x1f\x8b'],
  ['zip', 'PK\x03\x04'],
  ['zip', 'PK\x05\x06'],
  // workbooks from before 2007 and encrypted newer ones
  ['compound', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['other', '\x89PNG'],
  ['other', '\xff\xd8\xff'],
  ['other', 'GIF8'],
  ['other', '%PDF'],
  ['other', '{\\rtf'],
  ['other', 'Rar!'],
  ['other', '7z\xbc\xaf\x27\x1c'],
  ['other', 'BZh'],
  ['other', '\xfd7zXZ'],
  ['other', '\x28\xb5\x2f\xfd'],
  ['other', '\x7fELF'],
  ['other', 'MZ'],
];

/** Detects the type of a file by its first bytes. */
function detectFileType(head: Buffer): FileType {
  const start = head.toString('latin1', 0, 16);
  return (
    SIGNATURES.find(([, signature]) => start.startsWith(signature) && !mayStartText(signature, start))?.[0] ?? 'text'
  );
}

/** A signature that consists of letters may also be the beginning of a text. */
function mayStartText(signature: string, start: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters distinguish binary data from text
  return /^[A-Za-z]+$/.test(signature) && !/[\x00-\x08]/.test(start);
}

/** The name of the stream that holds a workbook with a password ([MS-OFFCRYPTO] 1.3.2), as the container writes it. */
const ENCRYPTED_STREAM_NAME = Buffer.from('EncryptedPackage', 'utf16le');

/** Says why a compound file cannot be read: it is encrypted or an old workbook. */
async function diagnoseCompoundFile(bytes: AsyncIterable<Buffer>): Promise<FileFault> {
  let tail = Buffer.alloc(0);
  for await (const chunk of bytes) {
    const window = Buffer.concat([tail, chunk]);
    if (window.includes(ENCRYPTED_STREAM_NAME)) return new FileFault('encrypted');
    tail = window.subarray(-ENCRYPTED_STREAM_NAME.length);
  }
  return new FileFault('unknownType');
}

/** The unpacked content of a file; the caller has to close it. */
export type Content = { progress: Progress; close(): Promise<void> } & (
  | { kind: 'text'; head: Buffer; bytes: AsyncIterable<Buffer> }
  | { kind: 'workbook'; zip: ZipFile; parts: Map<string, Entry> }
);

/** @throws FileFault empty, unknownType, encrypted, damaged, truncated, tooLarge, notOneFile */
export async function openContent(file: Readable): Promise<Content> {
  const progress = { read: 0, unpacked: 0 };
  return toContent(countBytesRead(file, progress), progress, false);
}

async function toContent(bytes: AsyncIterable<Buffer>, progress: Progress, isUnpacked: boolean): Promise<Content> {
  const peeked = await peek(bytes, HEAD_BYTES);
  try {
    if (peeked.head.length === 0) throw new FileFault('empty');
    return await toContentByType(peeked, progress, isUnpacked);
  } catch (error) {
    await peeked.close();
    throw error;
  }
}

async function toContentByType(
  { head, bytes, close }: Peeked,
  progress: Progress,
  isUnpacked: boolean,
): Promise<Content> {
  switch (detectFileType(head)) {
    case 'text':
      return { kind: 'text', progress, head, bytes, close };
    case 'zip':
      return archiveContent(await openArchive(bytes), progress, isUnpacked);
    case 'gzip':
      if (isUnpacked) throw new FileFault('notOneFile');
      return toContent(limitUnpackedBytes(gunzipStream(bytes), progress), progress, true);
    case 'compound':
      throw await diagnoseCompoundFile(bytes);
    default:
      throw new FileFault('unknownType');
  }
}

async function archiveContent({ zip, entries }: Archive, progress: Progress, isUnpacked: boolean): Promise<Content> {
  const parts = new Map(entries.map((entry) => [entry.fileName, entry]));
  const close = async () => zip.close();
  if (parts.has('xl/workbook.xml')) return { kind: 'workbook', progress, zip, parts, close };
  try {
    if (isUnpacked) throw new FileFault('notOneFile');
    return await onlyEntry(zip, entries, progress);
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function onlyEntry(zip: ZipFile, entries: Entry[], progress: Progress): Promise<Content> {
  const files = entries.filter(({ fileName }) => !fileName.endsWith('/') && !isSystemFile(fileName));
  const [entry] = files;
  // other office documents are archives as well
  if (entries.some(({ fileName }) => fileName === '[Content_Types].xml' || fileName === 'mimetype')) {
    throw new FileFault('unknownType');
  }
  if (!entry || files.length > 1) throw new FileFault('notOneFile');
  const bytes = trackProgress(limitUnpackedBytes(entryBytes(zip, entry), progress), zip, entry, progress);
  const content = await toContent(bytes, progress, true);
  const close = async () => {
    await content.close();
    zip.close();
  };
  return { ...content, close };
}

const isSystemFile = (name: string) => /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$)/.test(name);

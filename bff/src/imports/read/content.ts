import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { FileFault } from '../file-model.ts';
import { countedPieces, HEAD_BYTES, limitedBytes, PIECE_BYTES, type Progress } from './limits.ts';
import { type Archive, entryBytes, openArchive, trackProgress } from './zip.ts';

/** The beginning of a stream, and the stream from its beginning on; `close` ends it where it is not read on. */
interface Peeked {
  head: Buffer;
  bytes: AsyncIterable<Buffer>;
  close(): Promise<void>;
}

/** Reads at least `size` bytes ahead, or all that there are. */
async function peek(bytes: AsyncIterable<Buffer>, size: number): Promise<Peeked> {
  const rest = bytes[Symbol.asyncIterator]();
  const read: Buffer[] = [];
  let length = 0;
  while (length < size) {
    const next = await rest.next();
    if (next.done) break;
    read.push(next.value);
    length += next.value.length;
  }
  const close = async () => {
    await rest.return?.();
  };
  return { head: Buffer.concat(read), bytes: resume(read, rest, close), close };
}

async function* resume(read: Buffer[], rest: AsyncIterator<Buffer>, close: () => Promise<void>) {
  try {
    for (let next = read.shift(); next; next = read.shift()) yield next;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await close();
  }
}

/** @throws FileFault truncated, damaged; what the stream of bytes throws */
async function* gunzipStream(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzipStream = createGunzip({ chunkSize: PIECE_BYTES });
  // its errors come out of what is read here
  const ended = pipeline(bytes, gunzipStream).catch(() => {});
  try {
    yield* gunzipStream;
  } catch (error) {
    throw zlibFault(error) ?? error;
  } finally {
    gunzipStream.destroy();
    await ended;
  }
}

/** Of an error of zlib; undefined of any other. */
function zlibFault(error: unknown): FileFault | undefined {
  if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) return undefined;
  return new FileFault(error.code === 'Z_BUF_ERROR' ? 'truncated' : 'damaged');
}

type FileType = 'gzip' | 'zip' | 'compound' | 'other' | 'text';

/** What files begin with: https://en.wikipedia.org/wiki/List_of_file_signatures */
const SIGNATURES: [FileType, string][] = [
  ['gzip', '\x1f\x8b'],
  ['zip', 'PK\x03\x04'],
  ['zip', 'PK\x05\x06'],
  // workbooks of before 2007, and later ones with a password
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

/** What a file is by its first bytes. */
function fileType(head: Buffer): FileType {
  const start = head.toString('latin1', 0, 16);
  return SIGNATURES.find(([, signature]) => start.startsWith(signature) && !isWord(signature, start))?.[0] ?? 'text';
}

/** A signature of letters alone may as well be the beginning of a text. */
function isWord(signature: string, start: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they tell a text from what is none
  return /^[A-Za-z]+$/.test(signature) && !/[\x00-\x08]/.test(start);
}

/** The name of the stream that holds a workbook with a password ([MS-OFFCRYPTO] 1.3.2), as the container writes it. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

/** Why a compound file cannot be read. */
async function compoundFault(bytes: AsyncIterable<Buffer>): Promise<FileFault> {
  let tail = Buffer.alloc(0);
  for await (const chunk of bytes) {
    const window = Buffer.concat([tail, chunk]);
    if (window.includes(ENCRYPTED)) return new FileFault('encrypted');
    tail = window.subarray(-ENCRYPTED.length);
  }
  return new FileFault('unknownType');
}

/** A file without what it was packed into, to be closed. */
export type Content = { progress: Progress; close(): Promise<void> } & (
  | { kind: 'text'; head: Buffer; bytes: AsyncIterable<Buffer> }
  | { kind: 'workbook'; zip: ZipFile; parts: Map<string, Entry> }
);

/** @throws FileFault empty, unknownType, encrypted, damaged, truncated, tooLarge, notOneFile */
export async function openContent(file: Readable): Promise<Content> {
  const progress = { read: 0, unpacked: 0 };
  return contentOf(countedPieces(file, progress), progress, false);
}

async function contentOf(bytes: AsyncIterable<Buffer>, progress: Progress, isUnpacked: boolean): Promise<Content> {
  const peeked = await peek(bytes, HEAD_BYTES);
  try {
    if (peeked.head.length === 0) throw new FileFault('empty');
    return await typedContent(peeked, progress, isUnpacked);
  } catch (error) {
    await peeked.close();
    throw error;
  }
}

async function typedContent({ head, bytes, close }: Peeked, progress: Progress, isUnpacked: boolean): Promise<Content> {
  switch (fileType(head)) {
    case 'text':
      return { kind: 'text', progress, head, bytes, close };
    case 'zip':
      return archiveContent(await openArchive(bytes), progress, isUnpacked);
    case 'gzip':
      if (isUnpacked) throw new FileFault('notOneFile');
      return contentOf(limitedBytes(gunzipStream(bytes), progress), progress, true);
    case 'compound':
      throw await compoundFault(bytes);
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
  const files = entries.filter(({ fileName }) => !fileName.endsWith('/') && !isOfSystem(fileName));
  const [entry] = files;
  // other documents of offices are archives as well
  if (entries.some(({ fileName }) => fileName === '[Content_Types].xml' || fileName === 'mimetype')) {
    throw new FileFault('unknownType');
  }
  if (!entry || files.length > 1) throw new FileFault('notOneFile');
  const bytes = trackProgress(limitedBytes(entryBytes(zip, entry), progress), zip, entry, progress);
  const content = await contentOf(bytes, progress, true);
  const close = async () => {
    await content.close();
    zip.close();
  };
  return { ...content, close };
}

const isOfSystem = (name: string) => /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$)/.test(name);

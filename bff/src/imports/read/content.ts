import type { Readable } from 'node:stream';
import type { Entry, ZipFile } from 'yauzl';
import { FileFault } from '../types.ts';
import { compoundFault, fileType } from './file-type.ts';
import { gunzipped } from './gzip.ts';
import { HEAD } from './limits.ts';
import { type Peeked, peek } from './peek.ts';
import { type Progress, stored, unpacked } from './progress.ts';
import { type Archive, entryBytes, openArchive, paced } from './zip.ts';

/** A file without what it was packed into, to be closed. */
export type Content = { progress: Progress; close(): Promise<void> } & (
  | { kind: 'text'; head: Buffer; bytes: AsyncIterable<Buffer> }
  | { kind: 'workbook'; zip: ZipFile; parts: Map<string, Entry> }
);

/** @throws FileFault empty, unknownType, encrypted, damaged, truncated, tooLarge, notOneFile */
export async function openContent(file: Readable): Promise<Content> {
  const progress = { read: 0, unpacked: 0 };
  return contentOf(stored(file, progress), progress, false);
}

async function contentOf(bytes: AsyncIterable<Buffer>, progress: Progress, isUnpacked: boolean): Promise<Content> {
  const peeked = await peek(bytes, HEAD);
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
      return contentOf(unpacked(gunzipped(bytes), progress), progress, true);
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
  const bytes = paced(unpacked(entryBytes(zip, entry), progress), zip, entry, progress);
  const content = await contentOf(bytes, progress, true);
  const close = async () => {
    await content.close();
    zip.close();
  };
  return { ...content, close };
}

const isOfSystem = (name: string) => /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$)/.test(name);

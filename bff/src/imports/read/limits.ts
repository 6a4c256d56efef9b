import type { Readable } from 'node:stream';
import { FileFault } from '../file-model.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

/** How much a file may hold, so that none takes more memory or time than the largest of the public data sets. */
export const LIMITS = {
  /** Bytes, with what wraps it taken off. */
  unpacked: 512 * MIB,
  /** Bytes of the texts that the cells of a workbook share, and of each other part beside its sheet. */
  sharedStrings: 128 * MIB,
  sidePart: 32 * MIB,
  /** Styles of cells in a workbook: 64,000 in Excel, and whoever wrote more wrote no workbook. */
  cellStyles: 65_536,
  /** Characters of one row. */
  row: 256 * KIB,
  /** Bytes of one row of a workbook or of JSON, with its markup. */
  markedUpRow: 4 * MIB,
  /** Levels of tags in a part of a workbook, of which Excel writes about ten. */
  xmlDepth: 64,
  columns: 150,
  rows: 1_000_000,
  /** Entries looked at in an archive. */
  entries: 10_000,
};

/** Bytes that are worked on at a time. */
export const PIECE_BYTES = 64 * KIB;

/** Bytes of its beginning by which a file is known. */
export const HEAD_BYTES = MIB;

export const inKib = (bytes: number) => bytes / KIB;
const inMib = (bytes: number) => bytes / MIB;

/** How far the reading of a file is, in bytes. */
export interface Progress {
  /** Bytes of the file as it is stored. */
  read: number;
  /** Bytes that were unpacked of it. */
  unpacked: number;
}

/** The bytes of the stored file, counted, in pieces small enough to be worked on at once. */
export async function* countedPieces(file: Readable, progress: Progress): AsyncGenerator<Buffer> {
  for await (const chunk of file) {
    for (const piece of toPieces(chunk)) {
      progress.read += piece.length;
      yield piece;
    }
  }
}

/** What was unpacked, counted. @throws FileFault tooLarge */
export async function* limitedBytes(bytes: AsyncIterable<Buffer>, progress: Progress): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    progress.unpacked += chunk.length;
    if (progress.unpacked > LIMITS.unpacked) throw tooLarge(LIMITS.unpacked);
    yield chunk;
  }
}

export const tooLarge = (limit: number) => new FileFault('tooLarge', { limit: inMib(limit) });

function* toPieces(chunk: Buffer) {
  for (let at = 0; at < chunk.length; at += PIECE_BYTES) yield chunk.subarray(at, at + PIECE_BYTES);
}

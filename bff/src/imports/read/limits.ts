import type { Readable } from 'node:stream';
import { FileFault } from '../file-model.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

/** Limits on the content of a file, so that reading it takes no more memory and time than the largest public data set does. */
export const LIMITS = {
  /** Bytes after decompression. */
  unpacked: 512 * MIB,
  /** Bytes of a workbook's shared strings. */
  sharedStrings: 128 * MIB,
  /** Bytes of each other part of a workbook except for the sheet. */
  sidePart: 32 * MIB,
  /** Cell styles of a workbook: Excel itself allows 64,000. */
  cellStyles: 65_536,
  /** Characters of one row. */
  row: 256 * KIB,
  /** Bytes of one row of a workbook or of JSON, with its markup. */
  markedUpRow: 4 * MIB,
  /** Depth of nested tags in a part of a workbook: Excel writes about ten. */
  xmlDepth: 64,
  columns: 150,
  rows: 1_000_000,
  /** Entries of an archive. */
  entries: 10_000,
};

/** Bytes processed at a time, so that the event loop stays responsive. */
export const PIECE_BYTES = 64 * KIB;

/** Bytes at the start of a file by which its type, encoding and preset are detected. */
export const HEAD_BYTES = MIB;

export const toKib = (bytes: number) => bytes / KIB;
const toMib = (bytes: number) => bytes / MIB;

/** How far a file has been read, in bytes. */
export interface Progress {
  /** Bytes read of the stored file. */
  read: number;
  /** Bytes decompressed from it. */
  unpacked: number;
}

/** Passes on the stored file in small pieces and counts its bytes. */
export async function* countBytesRead(file: Readable, progress: Progress): AsyncGenerator<Buffer> {
  for await (const chunk of file) {
    for (const piece of splitChunk(chunk)) {
      progress.read += piece.length;
      yield piece;
    }
  }
}

/** Passes on decompressed bytes and counts them. @throws FileFault tooLarge */
export async function* limitUnpackedBytes(bytes: AsyncIterable<Buffer>, progress: Progress): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    progress.unpacked += chunk.length;
    if (progress.unpacked > LIMITS.unpacked) throw tooLarge(LIMITS.unpacked);
    yield chunk;
  }
}

export const tooLarge = (limit: number) => new FileFault('tooLarge', { limit: toMib(limit) });

function* splitChunk(chunk: Buffer) {
  for (let at = 0; at < chunk.length; at += PIECE_BYTES) yield chunk.subarray(at, at + PIECE_BYTES);
}

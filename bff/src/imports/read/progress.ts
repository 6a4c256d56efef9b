import type { Readable } from 'node:stream';
import { FileFault } from '../types.ts';
import { inMib, limits, PIECE } from './limits.ts';

/** How far the reading of a file is, in bytes. */
export interface Progress {
  /** Of the file as it is stored. */
  read: number;
  /** Of what was taken out of it. */
  unpacked: number;
}

/** The bytes of the stored file, counted, in pieces small enough to be worked on at once. */
export async function* stored(file: Readable, progress: Progress): AsyncGenerator<Buffer> {
  for await (const chunk of file) {
    for (const piece of pieces(chunk)) {
      progress.read += piece.length;
      yield piece;
    }
  }
}

/** What was unpacked, counted. @throws FileFault tooLarge */
export async function* unpacked(bytes: AsyncIterable<Buffer>, progress: Progress): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    progress.unpacked += chunk.length;
    if (progress.unpacked > limits.unpacked) throw tooLarge(limits.unpacked);
    yield chunk;
  }
}

export const tooLarge = (limit: number) => new FileFault('tooLarge', { limit: inMib(limit) });

function* pieces(chunk: Buffer) {
  for (let at = 0; at < chunk.length; at += PIECE) yield chunk.subarray(at, at + PIECE);
}

import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { FileFault } from '../types.ts';
import { PIECE } from './limits.ts';

/** @throws FileFault truncated, damaged; what the stream of bytes throws */
export async function* gunzipped(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: PIECE });
  // its errors come out of what is read here
  const ended = pipeline(bytes, gunzip).catch(() => {});
  try {
    yield* gunzip;
  } catch (error) {
    throw zlibFault(error) ?? error;
  } finally {
    gunzip.destroy();
    await ended;
  }
}

/** Of an error of zlib; undefined of any other. */
function zlibFault(error: unknown): FileFault | undefined {
  if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) return undefined;
  return new FileFault(error.code === 'Z_BUF_ERROR' ? 'truncated' : 'damaged');
}

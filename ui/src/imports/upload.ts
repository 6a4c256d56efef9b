import type { Problem } from '#api/problem.ts';
import type { Import } from './import.ts';

export const partBytes = 1024 * 1024;

/** Before each try anew once a connection is broken, in milliseconds; the last failure of a row of them is told. */
const pauses = [500, 1000, 2000, 5000, 10_000, 20_000];

export interface UploadCalls {
  put: (id: number, part: number, bytes: Blob, signal: AbortSignal) => Promise<Import>;
  get: (id: number, signal: AbortSignal) => Promise<Import>;
  wait: (time: number, signal: AbortSignal) => Promise<void>;
}

export interface UploadState {
  /** Bytes that have arrived. */
  received: number;
  broken: boolean;
}

/** Sends what is missing of a file, part after part: where the connection breaks, it asks what has arrived and goes on. */
export async function upload(
  { id, bytes, received }: Import,
  file: Blob,
  calls: UploadCalls,
  tell: (state: UploadState) => void,
  signal: AbortSignal,
): Promise<Import> {
  let failures = 0;
  let part = Math.floor(received / partBytes);
  let asked = false;
  for (;;) {
    try {
      if (asked) {
        const found = await calls.get(id, signal);
        if (found.status !== 'uploading') return found;
        part = Math.floor(found.received / partBytes);
        asked = false;
      }
      const begin = part * partBytes;
      const found = await calls.put(id, part, file.slice(begin, begin + partBytes), signal);
      failures = 0;
      if (found.status !== 'uploading') return found;
      part += 1;
      tell({ received: found.received, broken: false });
    } catch (error) {
      const pause = pauses[failures];
      if (signal.aborted || pause === undefined || !passes(error)) throw error;
      failures += 1;
      asked = true;
      tell({ received: Math.min(bytes, part * partBytes), broken: true });
      await calls.wait(pause, signal);
    }
  }
}

/** No answer, none in time, or one that asks for patience: the next try may do. */
function passes(error: unknown): boolean {
  // the cast: calls throw problems; anything else has no status
  const { status } = error as Partial<Problem>;
  return status !== undefined && (status === 0 || status === 429 || status >= 500);
}

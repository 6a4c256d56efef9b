import type { Problem } from '#api/problem.ts';
import type { Import } from './import.ts';

export const PART_BYTES = 1024 * 1024;

/** The delay before each retry; once they are used up, the last failure is thrown. */
const RETRY_DELAYS_MS = [500, 1000, 2000, 5000, 10_000, 20_000];

export interface UploadCalls {
  put: (id: number, part: number, bytes: Blob, signal: AbortSignal) => Promise<Import>;
  get: (id: number, signal: AbortSignal) => Promise<Import>;
  wait: (delayMs: number, signal: AbortSignal) => Promise<void>;
}

export interface UploadState {
  /** Bytes the server has received. */
  received: number;
  broken: boolean;
}

/** Sends the missing parts of a file in order; after a lost connection it asks what has arrived and resumes there. */
export async function upload(
  { id, bytes, received }: Import,
  file: Blob,
  calls: UploadCalls,
  onProgress: (state: UploadState) => void,
  signal: AbortSignal,
): Promise<Import> {
  let failures = 0;
  let part = Math.floor(received / PART_BYTES);
  let needsRefresh = false;
  for (;;) {
    try {
      if (needsRefresh) {
        const importJob = await calls.get(id, signal);
        if (importJob.status !== 'uploading') return importJob;
        part = Math.floor(importJob.received / PART_BYTES);
        needsRefresh = false;
      }
      const offset = part * PART_BYTES;
      const importJob = await calls.put(id, part, file.slice(offset, offset + PART_BYTES), signal);
      failures = 0;
      if (importJob.status !== 'uploading') return importJob;
      part += 1;
      onProgress({ received: importJob.received, broken: false });
    } catch (error) {
      const delayMs = RETRY_DELAYS_MS[failures];
      if (signal.aborted || delayMs === undefined || !isTransient(error)) throw error;
      failures += 1;
      needsRefresh = true;
      onProgress({ received: Math.min(bytes, part * PART_BYTES), broken: true });
      await calls.wait(delayMs, signal);
    }
  }
}

/** No answer, a timeout, 429 or a server error: a retry may succeed. */
function isTransient(error: unknown): boolean {
  // the cast: calls throw problems; anything else has no status
  const { status } = error as Partial<Problem>;
  return status !== undefined && (status === 0 || status === 429 || status >= 500);
}

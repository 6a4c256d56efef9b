import type { Problem } from '#api/problem.ts';
import type { Import } from '#imports/import.ts';

export const PART_BYTES = 1024 * 1024;

/** The delay before each retry; after the last one, the error is thrown. */
const RETRY_DELAYS_MS = [500, 1000, 2000, 5000, 10_000, 20_000];

export interface UploadCalls {
  put: (id: number, part: number, bytes: Blob, signal: AbortSignal) => Promise<Import>;
  get: (id: number, signal: AbortSignal) => Promise<Import>;
  wait: (delayMs: number, signal: AbortSignal) => Promise<void>;
}

export interface UploadState {
  /** The number of bytes that the server has received. */
  received: number;
  isReconnecting: boolean;
}

/** Uploads the missing parts of a file in order and resumes after a lost connection from what the server has received. */
export async function uploadFile(
  { id, bytes, received }: Import,
  file: Blob,
  calls: UploadCalls,
  onProgress: (state: UploadState) => void,
  signal: AbortSignal,
): Promise<Import> {
  let failureCount = 0;
  let part = Math.floor(received / PART_BYTES);
  let shouldRefresh = false;
  for (;;) {
    try {
      if (shouldRefresh) {
        const importJob = await calls.get(id, signal);
        if (importJob.status !== 'uploading') return importJob;
        part = Math.floor(importJob.received / PART_BYTES);
        shouldRefresh = false;
      }
      const offset = part * PART_BYTES;
      const importJob = await calls.put(id, part, file.slice(offset, offset + PART_BYTES), signal);
      failureCount = 0;
      if (importJob.status !== 'uploading') return importJob;
      part += 1;
      onProgress({ received: importJob.received, isReconnecting: false });
    } catch (error) {
      const delayMs = RETRY_DELAYS_MS[failureCount];
      if (signal.aborted || delayMs === undefined || !isTransient(error)) throw error;
      failureCount += 1;
      shouldRefresh = true;
      onProgress({ received: Math.min(bytes, part * PART_BYTES), isReconnecting: true });
      await calls.wait(delayMs, signal);
    }
  }
}

/** Returns whether a retry may succeed: there was no response, or its status is 429 or 5xx. */
function isTransient(error: unknown): boolean {
  // the cast: calls throw problems; other errors have no status
  const { status } = error as Partial<Problem>;
  return status !== undefined && (status === 0 || status === 429 || status >= 500);
}

import { expect, it, vi } from 'vitest';
import { Problem } from '#api/problem.ts';
import type { Import } from '#imports/import.ts';
import { PART_BYTES, type UploadState, uploadFile } from './upload.ts';

const FILE_BYTES = 3 * PART_BYTES + 7;
const file = new Blob([new Uint8Array(FILE_BYTES).map((_, index) => index % 251)]);
const createProblem = (status: number) => new Problem({ status, code: status, key: 'unknownError', message: '…' });

/** Starts a stub server that fails some requests, before or after storing the part. */
function startServer(failures: Map<number, { status: number; isStored: boolean }> = new Map()) {
  const parts = new Map<number, Uint8Array>();
  let putCount = 0;
  const currentImport = (): Import => {
    const received = [...parts.values()].reduce((sum, { length }) => sum + length, 0);
    // the cast: an upload reads no other members
    return { id: 7, bytes: FILE_BYTES, received, status: received === FILE_BYTES ? 'uploaded' : 'uploading' } as Import;
  };
  return {
    parts,
    currentImport,
    wait: vi.fn(async () => {}),
    async put(_id: number, part: number, bytes: Blob): Promise<Import> {
      putCount += 1;
      const failure = failures.get(putCount);
      if (!failure || failure.isStored) parts.set(part, new Uint8Array(await bytes.arrayBuffer()));
      if (failure) throw createProblem(failure.status);
      return currentImport();
    },
  };
}

async function runUpload(server: ReturnType<typeof startServer>, signal = new AbortController().signal) {
  const states: UploadState[] = [];
  const calls = { put: server.put, get: async () => server.currentImport(), wait: server.wait };
  const importJob = await uploadFile(server.currentImport(), file, calls, (state) => states.push(state), signal);
  return { importJob, states };
}

const joinParts = (parts: Map<number, Uint8Array>) =>
  Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, bytes]) => bytes));

it('sends a file in parts of 1 MiB and reports progress', async () => {
  const server = startServer();
  const { importJob, states } = await runUpload(server);
  expect(importJob.status).toBe('uploaded');
  expect(states.map(({ received }) => received / PART_BYTES)).toEqual([1, 2, 3]);
  expect(joinParts(server.parts).equals(Buffer.from(await file.arrayBuffer()))).toBe(true);
});

it('resumes after a lost connection from what the server has received', async () => {
  const failures = new Map([
    [2, { status: 0, isStored: true }],
    [3, { status: 503, isStored: false }],
    [5, { status: 0, isStored: true }],
  ]);
  const server = startServer(failures);
  const { importJob, states } = await runUpload(server);
  expect(importJob.status).toBe('uploaded');
  expect(states.map(({ isReconnecting }) => isReconnecting)).toEqual([false, true, true, false, true]);
  expect(server.wait).toHaveBeenCalledTimes(3);
  expect(joinParts(server.parts).equals(Buffer.from(await file.arrayBuffer()))).toBe(true);
});

it('resumes an upload that another window started', async () => {
  const server = startServer();
  await server.put(7, 0, file.slice(0, PART_BYTES));
  const { states } = await runUpload(server);
  expect(states.map(({ received }) => received / PART_BYTES)).toEqual([2, 3]);
});

it('throws a client error at once and a network error after six retries', async () => {
  await expect(runUpload(startServer(new Map([[1, { status: 413, isStored: false }]])))).rejects.toThrow(Problem);
  const unreachableServer = startServer(
    new Map(Array.from({ length: 20 }, (_, index) => [index + 1, { status: 0, isStored: false }])),
  );
  await expect(runUpload(unreachableServer)).rejects.toThrow(Problem);
  expect(unreachableServer.wait).toHaveBeenCalledTimes(6);
});

it('does not retry after it was aborted', async () => {
  const controller = new AbortController();
  const server = startServer(new Map([[1, { status: 0, isStored: false }]]));
  controller.abort();
  await expect(runUpload(server, controller.signal)).rejects.toThrow(Problem);
  expect(server.wait).not.toHaveBeenCalled();
});

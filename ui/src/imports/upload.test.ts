import { expect, it, vi } from 'vitest';
import { Problem } from '#api/problem.ts';
import type { Import } from './import.ts';
import { PART_BYTES, type UploadState, upload } from './upload.ts';

const size = 3 * PART_BYTES + 7;
const file = new Blob([new Uint8Array(size).map((_, index) => index % 251)]);
const problem = (status: number) => new Problem({ status, code: status, key: 'unknownError', message: '…' });

/** A server that stores parts and loses some answers, before or after the part has arrived. */
function startServer(failures: Map<number, { status: number; arrived: boolean }> = new Map()) {
  const parts = new Map<number, Uint8Array>();
  let puts = 0;
  const currentImport = (): Import => {
    const received = [...parts.values()].reduce((sum, { length }) => sum + length, 0);
    // the cast: an upload reads no other members
    return { id: 7, bytes: size, received, status: received === size ? 'uploaded' : 'uploading' } as Import;
  };
  return {
    parts,
    currentImport,
    wait: vi.fn(async () => {}),
    async put(_id: number, part: number, bytes: Blob): Promise<Import> {
      puts += 1;
      const failure = failures.get(puts);
      if (!failure || failure.arrived) parts.set(part, new Uint8Array(await bytes.arrayBuffer()));
      if (failure) throw problem(failure.status);
      return currentImport();
    },
  };
}

async function run(server: ReturnType<typeof startServer>, signal = new AbortController().signal) {
  const states: UploadState[] = [];
  const calls = { put: server.put, get: async () => server.currentImport(), wait: server.wait };
  const importJob = await upload(server.currentImport(), file, calls, (state) => states.push(state), signal);
  return { importJob, states };
}

const joinParts = (parts: Map<number, Uint8Array>) =>
  Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, bytes]) => bytes));

it('sends a file in parts of 1 MiB and reports progress', async () => {
  const server = startServer();
  const { importJob, states } = await run(server);
  expect(importJob.status).toBe('uploaded');
  expect(states.map(({ received }) => received / PART_BYTES)).toEqual([1, 2, 3]);
  expect(joinParts(server.parts).equals(Buffer.from(await file.arrayBuffer()))).toBe(true);
});

it('asks what has arrived after a lost connection and resumes there', async () => {
  const failures = new Map([
    [2, { status: 0, arrived: true }],
    [3, { status: 503, arrived: false }],
    [5, { status: 0, arrived: true }],
  ]);
  const server = startServer(failures);
  const { importJob, states } = await run(server);
  expect(importJob.status).toBe('uploaded');
  expect(states.map(({ broken }) => broken)).toEqual([false, true, true, false, true]);
  expect(server.wait).toHaveBeenCalledTimes(3);
  expect(joinParts(server.parts).equals(Buffer.from(await file.arrayBuffer()))).toBe(true);
});

it('resumes where another window has stopped', async () => {
  const server = startServer();
  await server.put(7, 0, file.slice(0, PART_BYTES));
  const { states } = await run(server);
  expect(states.map(({ received }) => received / PART_BYTES)).toEqual([2, 3]);
});

it('fails at once when refused, and after six retries when never answered', async () => {
  await expect(run(startServer(new Map([[1, { status: 413, arrived: false }]])))).rejects.toThrow(Problem);
  const unanswering = startServer(
    new Map(Array.from({ length: 20 }, (_, index) => [index + 1, { status: 0, arrived: false }])),
  );
  await expect(run(unanswering)).rejects.toThrow(Problem);
  expect(unanswering.wait).toHaveBeenCalledTimes(6);
});

it('stops when aborted', async () => {
  const stop = new AbortController();
  const server = startServer(new Map([[1, { status: 0, arrived: false }]]));
  stop.abort();
  await expect(run(server, stop.signal)).rejects.toThrow(Problem);
  expect(server.wait).not.toHaveBeenCalled();
});

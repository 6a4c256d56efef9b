import { expect, it, vi } from 'vitest';
import { Problem } from '#api/problem.ts';
import type { Import } from './import.ts';
import { partBytes, type UploadState, upload } from './upload.ts';

const size = 3 * partBytes + 7;
const file = new Blob([new Uint8Array(size).map((_, index) => index % 251)]);
const problem = (status: number) => new Problem({ status, code: status, key: 'unknownError', message: '…' });

/** A server that keeps parts, and whose answers to some puts go astray: before or after the part has arrived. */
function server(failing: Map<number, { status: number; arrived: boolean }> = new Map()) {
  const parts = new Map<number, Uint8Array>();
  let puts = 0;
  const now = (): Import => {
    const received = [...parts.values()].reduce((sum, { length }) => sum + length, 0);
    // the cast: what an upload looks at
    return { id: 7, bytes: size, received, status: received === size ? 'uploaded' : 'uploading' } as Import;
  };
  return {
    parts,
    now,
    waits: vi.fn(async () => {}),
    async put(_id: number, part: number, bytes: Blob): Promise<Import> {
      puts += 1;
      const failure = failing.get(puts);
      if (!failure || failure.arrived) parts.set(part, new Uint8Array(await bytes.arrayBuffer()));
      if (failure) throw problem(failure.status);
      return now();
    },
  };
}

async function run(world: ReturnType<typeof server>, signal = new AbortController().signal) {
  const told: UploadState[] = [];
  const calls = { put: world.put, get: async () => world.now(), wait: world.waits };
  const found = await upload(world.now(), file, calls, (state) => told.push(state), signal);
  return { found, told };
}

const whole = (parts: Map<number, Uint8Array>) =>
  Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, bytes]) => bytes));

it('sends a file in parts of a MiB, and tells how far it is', async () => {
  const world = server();
  const { found, told } = await run(world);
  expect(found.status).toBe('uploaded');
  expect(told.map(({ received }) => received / partBytes)).toEqual([1, 2, 3]);
  expect(whole(world.parts).equals(Buffer.from(await file.arrayBuffer()))).toBe(true);
});

it('asks what has arrived when the connection breaks, and goes on from there', async () => {
  const failing = new Map([
    [2, { status: 0, arrived: true }],
    [3, { status: 503, arrived: false }],
    [5, { status: 0, arrived: true }],
  ]);
  const world = server(failing);
  const { found, told } = await run(world);
  expect(found.status).toBe('uploaded');
  expect(told.map(({ broken }) => broken)).toEqual([false, true, true, false, true]);
  expect(world.waits).toHaveBeenCalledTimes(3);
  expect(whole(world.parts).equals(Buffer.from(await file.arrayBuffer()))).toBe(true);
});

it('goes on where another window has stopped', async () => {
  const world = server();
  await world.put(7, 0, file.slice(0, partBytes));
  const { told } = await run(world);
  expect(told.map(({ received }) => received / partBytes)).toEqual([2, 3]);
});

it('gives up at once what is refused, and after a while what is never answered', async () => {
  await expect(run(server(new Map([[1, { status: 413, arrived: false }]])))).rejects.toThrow(Problem);
  const silent = server(new Map(Array.from({ length: 20 }, (_, index) => [index + 1, { status: 0, arrived: false }])));
  await expect(run(silent)).rejects.toThrow(Problem);
  expect(silent.waits).toHaveBeenCalledTimes(6);
});

it('ends when it is cancelled', async () => {
  const stop = new AbortController();
  const world = server(new Map([[1, { status: 0, arrived: false }]]));
  stop.abort();
  await expect(run(world, stop.signal)).rejects.toThrow(Problem);
  expect(world.waits).not.toHaveBeenCalled();
});

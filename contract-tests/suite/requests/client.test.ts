import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Operation } from '../../contract/operations.ts';
import { send } from './client.ts';

// Cast: nothing else of the operation is read.
const operation = { id: 'exportCountries', method: 'get', path: '/export' } as Operation;
const responses: ServerResponse[] = [];
const server = createServer((_, response) => {
  responses.push(response);
  server.emit('asked');
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});
afterAll(() => server.close());

async function startExport() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const timers = vi.spyOn(globalThis, 'setTimeout').mock.results;
  const { port } = server.address() as AddressInfo; // Cast: it listens on a port.
  const asked = once(server, 'asked');
  const answer = send(`http://127.0.0.1:${port}`, operation, {});
  await asked;
  const response = responses.at(-1);
  if (!response) throw new Error('nothing was asked');
  const onRefresh = vi.spyOn(timers[0]?.value as NodeJS.Timeout, 'refresh'); // Cast: what setTimeout returns.
  return { answer, response, onRefresh };
}

test('waits for a long file as long as more of it comes', async () => {
  const { answer, response, onRefresh } = await startExport();
  response.writeHead(200, { 'content-type': 'text/csv' });
  for (const [index, part] of ['a', 'b', 'c'].entries()) {
    response.write(part);
    await expect.poll(() => onRefresh.mock.calls.length, { timeout: 20_000 }).toBe(index + 1);
    vi.advanceTimersByTime(10_000);
  }
  response.end('d');
  expect((await answer).body).toBe('abcd');
});

test('gives up after 15 seconds in which nothing comes', async () => {
  const { answer } = await startExport();
  const failure = expect(answer).rejects.toThrow('no response: nothing came within 15 seconds');
  vi.advanceTimersByTime(15_000);
  await failure;
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Load } from './plan.ts';
import { runLoad } from './run-load.ts';

type ReceivedRequest = { path: string | undefined; ifMatch: string | undefined; token: string | undefined };

async function startServer(status = 200) {
  const requests: ReceivedRequest[] = [];
  let version = 5;
  const server = createServer((request, response) => {
    const { url, headers } = request;
    requests.push({ path: url, ifMatch: headers['if-match'], token: headers.authorization });
    request.resume().once('end', () => {
      if (request.method === 'PUT') version++;
      const body = 'x'.repeat(100_000);
      response.writeHead(status, { ETag: `"${version}"`, 'Content-Length': body.length }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    load: { host: '127.0.0.1', port, durationMs: 100, tokens: ['a', 'b'] } satisfies Partial<Load>,
  };
}

it('sends the requests of each sequence with the connection’s token', async () => {
  const { requests, load } = await startServer();
  const requestSequences: Load['requestSequences'] = [
    [{ method: 'GET', path: '/one' }],
    [{ method: 'GET', path: '/two' }],
  ];
  const { responseTimes, elapsedMs } = await runLoad({ ...load, connections: 2, requestSequences });
  expect(new Set(requests.map(({ path, token }) => `${path} ${token}`))).toEqual(
    new Set(['/one Bearer a', '/two Bearer b']),
  );
  expect(responseTimes).toHaveLength(requests.length);
  expect(elapsedMs).toBeGreaterThanOrEqual(Math.max(load.durationMs, ...responseTimes));
});

it('sends the version of the last response with each update', async () => {
  const { requests, load } = await startServer();
  const step = { method: 'PUT' as const, path: '/x', record: { id: 1, version: 5 }, bodies: ['even', 'odd'] as const };
  await runLoad({ ...load, connections: 1, requestSequences: [[step]] });
  expect(requests.slice(0, 3).map(({ ifMatch }) => ifMatch)).toEqual(['"5"', '"6"', '"7"']);
});

it('stops at an error response', async () => {
  const { load } = await startServer(409);
  const requestSequences: Load['requestSequences'] = [[{ method: 'GET', path: '/one' }]];
  await expect(runLoad({ ...load, connections: 1, requestSequences })).rejects.toThrow('GET /one: 409');
});

it('pauses before each request', async () => {
  const { requests, load } = await startServer();
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  onTestFinished(() => random.mockRestore());
  const { responseTimes } = await runLoad({
    ...load,
    connections: 1,
    requestSequences: [[{ method: 'GET', path: '/one' }]],
    averagePauseMs: 30,
  });
  expect(responseTimes.length).toBeLessThanOrEqual(3);
  expect(requests).toHaveLength(responseTimes.length);
});

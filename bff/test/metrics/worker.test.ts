import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { returnDatabase, takeDatabase } from '../kit/database/database.ts';
import { forkOptions, PROGRAM_PATHS } from '../kit/processes.ts';

const token = 'a-token-of-this-test';
let database: Awaited<ReturnType<typeof takeDatabase>>;
let children: ChildProcess[] = [];

beforeAll(async () => {
  database = await takeDatabase();
});
afterEach(async () => {
  await Promise.all(
    children.map(async (child) => {
      if (child.exitCode !== null || !child.kill('SIGKILL')) return;
      await once(child, 'exit');
    }),
  );
  children = [];
});
afterAll(() => returnDatabase(database.name));

/** Returns a port on which nothing listens, and a server that occupies it until it is closed. */
async function takePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Cast: a TCP server's address is never a string.
  const { port } = server.address() as AddressInfo;
  return { port, release: () => new Promise((resolve) => server.close(resolve)) };
}

function startWorker(databaseUrl: string, port: number) {
  const env = { METRICS_PORT: String(port), METRICS_TOKEN: token, HOST: '127.0.0.1' };
  const child = fork(PROGRAM_PATHS.worker, forkOptions(databaseUrl, env));
  children.push(child);
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers }).catch(() => undefined);
    return { status: response?.status, text: (await response?.text()) ?? '' };
  };
  return { child, get };
}

test('a worker with METRICS_PORT answers its health and metrics there', async () => {
  const { port, release } = await takePort();
  await release();
  const { get } = startWorker(database.url, port);
  await expect.poll(() => get('/readyz'), { timeout: 20_000 }).toEqual({ status: 200, text: 'ready' });
  expect(await get('/healthz')).toEqual({ status: 200, text: 'ok' });
  const metrics = await get('/metrics');
  expect(metrics.status).toBe(200);
  expect(metrics.text).toContain('gazetteer_database_up 1');
  expect(metrics.text).toContain('gazetteer_database_connections_max{pool="worker"} 10');
  expect(metrics.text).toMatch(/^process_cpu_seconds_total \d/m);
  const behindProxy = { 'X-Forwarded-For': '192.0.2.1' };
  expect((await get('/metrics', behindProxy)).status).toBe(403);
  expect((await get('/metrics', { ...behindProxy, Authorization: `Bearer ${token}` })).status).toBe(200);
  expect((await get('/dc/api/v1/countries')).status).toBe(404);
});

test('a worker that waits for its database is alive, but not ready', async () => {
  const { port, release } = await takePort();
  await release();
  const { get } = startWorker(database.url.replace(database.name, 'gazetteer_of_nobody'), port);
  await expect.poll(() => get('/healthz'), { timeout: 20_000 }).toMatchObject({ status: 200 });
  expect(await get('/readyz')).toMatchObject({ status: 503, text: expect.stringContaining('not set up yet') });
  expect((await get('/metrics')).text).toContain('gazetteer_database_up 0');
});

test('a worker whose METRICS_PORT is taken says so and ends', async () => {
  const { port, release } = await takePort();
  const { child } = startWorker(database.url, port);
  const [message] = await once(child, 'message');
  const problem = `Port ${port} on 127.0.0.1 is taken: set METRICS_PORT to another one, or end what uses it.`;
  expect(message).toEqual({ type: 'failed', message: problem });
  expect(await once(child, 'exit')).toEqual([1, null]);
  await release();
});

import { Agent, get } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { connect } from '../../src/database/database.ts';
import { createClient } from '../kit/client.ts';
import { startStopwatch } from '../kit/cpu-steal.ts';
import { useDatabase } from '../kit/database/database.ts';
import { type ServiceProcess, startServiceProcess } from '../kit/processes.ts';
import { demoPassword } from '../kit/service.ts';

const database = await useDatabase();
const { db } = database;
let runningService: ServiceProcess | undefined;

afterEach(async () => {
  runningService?.child.kill('SIGKILL');
  await runningService?.exited;
  runningService = undefined;
});

const start = async (env: Record<string, string> = {}) => {
  runningService = await startServiceProcess(database.url, env);
  return runningService;
};
const signIn = async (url: string) => {
  const { token } = await createClient(url).ok('login', { body: { username: 'editor', password: demoPassword } });
  return createClient(url, token);
};
const waitForExit = async ({ exited }: ServiceProcess) => {
  const elapsedMs = startStopwatch();
  return { exitCode: await exited, tookMs: elapsedMs() };
};

/** Requests a URL and returns the status; rejects if the connection is refused or reset. */
const requestStatus = (url: string, agent: Agent, token = '') =>
  new Promise<string>((resolve, reject) => {
    get(url, { agent, headers: { Authorization: `Bearer ${token}` } }, (answer) => {
      answer.resume().once('end', () => resolve(String(answer.statusCode)));
    }).once('error', reject);
  });

/** Blocks every request that authenticates until the returned function is called. */
async function lockSessions() {
  const holder = connect(database.url);
  const trx = await holder.transaction();
  await trx.raw('LOCK TABLES session WRITE, user WRITE');
  return async () => {
    await trx.raw('UNLOCK TABLES');
    await trx.rollback();
    await holder.destroy();
  };
}
const countWaiting = async () => {
  const [rows] = await db.raw(
    "SELECT id FROM information_schema.processlist WHERE db = ? AND state LIKE 'Waiting for table metadata lock%'",
    [database.name],
  );
  return rows.length;
};

describe('a stop', () => {
  test('during a slow request answers it, sets /readyz to 503, and refuses connections after the drain', async () => {
    // A worker inside the service might wait for the same tables.
    const service = await start({ WORKER: '0', DRAIN_SECONDS: '60' });
    const { token } = await signIn(service.url);
    const unlockSessions = await lockSessions();
    const slowRequest = fetch(`${service.url}/dc/api/v1/countries`, { headers: { Authorization: `Bearer ${token}` } });
    await expect.poll(countWaiting).toBe(1);
    service.child.kill('SIGTERM');
    const fetchReadiness = () =>
      fetch(`${service.url}/readyz`).then(({ status, headers }) => [status, headers.get('Connection')]);
    await expect.poll(fetchReadiness).toEqual([503, 'close']);
    // A second signal ends the drain early.
    service.child.kill('SIGINT');
    await expect.poll(() => fetch(`${service.url}/healthz`).then(String, () => 'refused')).toBe('refused');
    await unlockSessions();
    const { exitCode, tookMs } = await waitForExit(service);
    const answer = await slowRequest;
    expect([answer.status, answer.headers.get('Connection')]).toEqual([200, 'close']);
    expect(exitCode).toBe(0);
    expect(tookMs).toBeLessThan(4000);
  });

  test('resets no request that is sent before /readyz returns 503, on new or open connections', async () => {
    const service = await start({ WORKER: '0', DRAIN_SECONDS: '60' });
    const { token } = await signIn(service.url);
    const statuses: string[] = [];
    let isReady = true;
    const sendAndRecord = async (agent: Agent, path: string) => {
      const outcome = await requestStatus(`${service.url}${path}`, agent, token).catch(({ code }) => String(code));
      statuses.push(outcome);
      return outcome;
    };
    const keepAliveAgent = new Agent({ keepAlive: true });
    const clients = [keepAliveAgent, keepAliveAgent, new Agent(), new Agent()].map(async (agent) => {
      while (isReady && (await sendAndRecord(agent, '/dc/api/v1/countries?pageSize=10')) === '200');
    });
    await expect.poll(() => statuses.length).toBeGreaterThan(20);
    const statusesBefore = statuses.length;
    service.child.kill('SIGTERM');
    await expect.poll(() => sendAndRecord(keepAliveAgent, '/readyz')).toBe('503');
    // A load balancer keeps sending until the check has failed several times.
    await expect.poll(() => statuses.length).toBeGreaterThan(statusesBefore + 20);
    isReady = false;
    await Promise.all(clients);
    expect(Object.keys(keepAliveAgent.freeSockets)).toEqual([]);
    service.child.kill('SIGINT');
    expect(await service.exited).toBe(0);
    expect([...new Set(statuses)].toSorted()).toEqual(['200', '503']);
  });

  test('without pending requests takes effect at once', async () => {
    const service = await start();
    const client = await signIn(service.url);
    await client.ok('listCountries');
    // The timeout must exceed the time for which proxies keep idle connections.
    const { headers } = await fetch(`${service.url}/healthz`);
    expect(Number(/^timeout=(\d+)$/.exec(headers.get('Keep-Alive') ?? '')?.[1])).toBeGreaterThan(60);
    service.child.kill('SIGINT');
    const { exitCode, tookMs } = await waitForExit(service);
    expect(exitCode).toBe(0);
    expect(tookMs).toBeLessThan(4000);
  });
});

test('a port in use is reported to the parent process, and the service stops when its parent ends', async () => {
  const service = await start();
  const { port } = new URL(service.url);
  await expect(startServiceProcess(database.url, { PORT: port })).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken`);
  service.child.disconnect();
  expect(await service.exited).toBe(0);
});

test('two processes on one database share sessions', async () => {
  const service = await start();
  const otherService = await startServiceProcess(database.url);
  try {
    const { token } = await signIn(service.url);
    await createClient(otherService.url, token).ok('logout');
    await createClient(service.url, token).expectRefusal('getProfile', {}, 'unauthorized');
  } finally {
    otherService.child.kill('SIGTERM');
    await otherService.exited;
  }
});

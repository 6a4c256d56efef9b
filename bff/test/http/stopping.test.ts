import { Agent, get } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { connect } from '../../src/database.ts';
import { createClient } from '../kit/client.ts';
import { stopwatch } from '../kit/cpu-steal.ts';
import { useDatabase } from '../kit/database.ts';
import { type ServiceProcess, startServiceProcess } from '../kit/process.ts';
import { demoPassword } from '../kit/service.ts';

const database = await useDatabase();
const { db } = database;
let running: ServiceProcess | undefined;

afterEach(async () => {
  running?.child.kill('SIGKILL');
  await running?.exited;
  running = undefined;
});

const start = async (env: Record<string, string> = {}) => {
  running = await startServiceProcess(database.url, env);
  return running;
};
const signIn = async (url: string) => {
  const { token } = await createClient(url).ok('login', { body: { username: 'editor', password: demoPassword } });
  return createClient(url, token);
};
const stopped = async ({ exited }: ServiceProcess) => {
  const since = stopwatch();
  return { how: await exited, took: since() };
};

/** The status of an answer; rejects where the connection is refused or reset. */
const ask = (url: string, agent: Agent, token = '') =>
  new Promise<string>((resolve, reject) => {
    get(url, { agent, headers: { Authorization: `Bearer ${token}` } }, (answer) => {
      answer.resume().once('end', () => resolve(String(answer.statusCode)));
    }).once('error', reject);
  });

/** Holds every request that authenticates until it is let go. */
async function holdSessions() {
  const holder = connect(database.url);
  const trx = await holder.transaction();
  await trx.raw('LOCK TABLES session WRITE, user WRITE');
  return async () => {
    await trx.raw('UNLOCK TABLES');
    await trx.rollback();
    await holder.destroy();
  };
}
const waiting = async () => {
  const [rows] = await db.raw(
    "SELECT id FROM information_schema.processlist WHERE db = ? AND state LIKE 'Waiting for table metadata lock%'",
    [database.name],
  );
  return rows.length;
};

describe('a stop', () => {
  test('during a slow request: it is answered, /readyz says no, nobody new is let in when the drain is over', async () => {
    // one inside might wait for the same tables
    const service = await start({ WORKER: '0', DRAIN_SECONDS: '60' });
    const { token } = await signIn(service.url);
    const letGo = await holdSessions();
    const asked = fetch(`${service.url}/dc/api/v1/countries`, { headers: { Authorization: `Bearer ${token}` } });
    await expect.poll(waiting).toBe(1);
    service.child.kill('SIGTERM');
    const readiness = () =>
      fetch(`${service.url}/readyz`).then(({ status, headers }) => [status, headers.get('Connection')]);
    await expect.poll(readiness).toEqual([503, 'close']);
    // who cannot wait says so by another signal
    service.child.kill('SIGINT');
    await expect.poll(() => fetch(`${service.url}/healthz`).then(String, () => 'refused')).toBe('refused');
    await letGo();
    const { how, took } = await stopped(service);
    const answer = await asked;
    expect([answer.status, answer.headers.get('Connection')]).toEqual([200, 'close']);
    expect(how).toBe(0);
    expect(took).toBeLessThan(4000);
  });

  test('resets nobody who sends requests until /readyz says no, by new connections and by old ones', async () => {
    const service = await start({ WORKER: '0', DRAIN_SECONDS: '60' });
    const { token } = await signIn(service.url);
    const outcomes: string[] = [];
    let isReady = true;
    const send = async (agent: Agent, path: string) => {
      const outcome = await ask(`${service.url}${path}`, agent, token).catch(({ code }) => String(code));
      outcomes.push(outcome);
      return outcome;
    };
    const keptAlive = new Agent({ keepAlive: true });
    const streams = [keptAlive, keptAlive, new Agent(), new Agent()].map(async (agent) => {
      while (isReady && (await send(agent, '/dc/api/v1/countries?pageSize=10')) === '200');
    });
    await expect.poll(() => outcomes.length).toBeGreaterThan(20);
    const before = outcomes.length;
    service.child.kill('SIGTERM');
    await expect.poll(() => send(keptAlive, '/readyz')).toBe('503');
    // a proxy sends on until that has failed several times
    await expect.poll(() => outcomes.length).toBeGreaterThan(before + 20);
    isReady = false;
    await Promise.all(streams);
    expect(Object.keys(keptAlive.freeSockets)).toEqual([]);
    service.child.kill('SIGINT');
    expect(await service.exited).toBe(0);
    expect([...new Set(outcomes)].toSorted()).toEqual(['200', '503']);
  });

  test('with nothing under way is done at once', async () => {
    const service = await start();
    const client = await signIn(service.url);
    await client.ok('listCountries');
    // a proxy keeps connections for a minute, and must not find them ended
    const { headers } = await fetch(`${service.url}/healthz`);
    expect(Number(/^timeout=(\d+)$/.exec(headers.get('Keep-Alive') ?? '')?.[1])).toBeGreaterThan(60);
    service.child.kill('SIGINT');
    const { how, took } = await stopped(service);
    expect(how).toBe(0);
    expect(took).toBeLessThan(4000);
  });
});

test('a port in use is told to the parent, and a parent that goes away stops it', async () => {
  const service = await start();
  const { port } = new URL(service.url);
  await expect(startServiceProcess(database.url, { PORT: port })).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken`);
  service.child.disconnect();
  expect(await service.exited).toBe(0);
});

test('two processes on one database share sessions', async () => {
  const service = await start();
  const other = await startServiceProcess(database.url);
  try {
    const { token } = await signIn(service.url);
    await createClient(other.url, token).ok('logout');
    await createClient(service.url, token).expectRefusal('getProfile', {}, 'unauthorized');
  } finally {
    other.child.kill('SIGTERM');
    await other.exited;
  }
});

import { connect as connectSocket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { connect } from '../src/database.ts';
import { createClient } from './kit/client.ts';
import { ownDatabase } from './kit/database.ts';
import { type BffProcess, startProcess } from './kit/process.ts';
import { demoPassword } from './kit/service.ts';
import { stopwatch } from './kit/withheld.ts';

const database = await ownDatabase();
const { db } = database;
let running: BffProcess | undefined;

afterEach(async () => {
  running?.child.kill('SIGKILL');
  await running?.exited;
  running = undefined;
});

const start = async (env: Record<string, string> = {}) => {
  running = await startProcess(database.url, env);
  return running;
};
const signIn = async (url: string) => {
  const { token } = await createClient(url).ok('login', { body: { username: 'editor', password: demoPassword } });
  return createClient(url, token);
};
const stopped = async ({ exited }: BffProcess) => {
  const since = stopwatch();
  return { how: await exited, took: since() };
};

/** A connection of its own, on which several requests follow one another without waiting. */
function pipeline(url: string, token: string | undefined) {
  const { hostname, port } = new URL(url);
  const socket = connectSocket(Number(port), hostname);
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    received += chunk;
  });
  return {
    socket,
    ask: (path: string) =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`),
    statuses: () => [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status)),
    ended: new Promise<void>((resolve) => socket.once('close', () => resolve())),
  };
}

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
  test('during a slow request: it is answered, /readyz says no, nobody new is let in', async () => {
    // one inside might wait for the same tables
    const service = await start({ WORKER: '0' });
    const { token } = await signIn(service.url);
    const letGo = await holdSessions();
    const { ask, statuses, ended } = pipeline(service.url, token);
    ask('/dc/api/v1/countries');
    await expect.poll(waiting).toBe(1);
    service.child.kill('SIGTERM');
    await expect.poll(() => fetch(`${service.url}/healthz`).then(String, () => 'refused')).toBe('refused');
    ask('/readyz');
    expect(statuses()).toEqual([]);
    await letGo();
    const { how, took } = await stopped(service);
    await ended;
    expect(statuses()).toEqual([200, 503]);
    expect(how).toBe(0);
    expect(took).toBeLessThan(4000);
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
  await expect(startProcess(database.url, { PORT: port })).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken`);
  service.child.disconnect();
  expect(await service.exited).toBe(0);
});

test('two processes on one database share sessions', async () => {
  const service = await start();
  const other = await startProcess(database.url);
  try {
    const { token } = await signIn(service.url);
    await createClient(other.url, token).ok('logout');
    await createClient(service.url, token).refused('getProfile', {}, 'unauthorized');
  } finally {
    other.child.kill('SIGTERM');
    await other.exited;
  }
});

import { type ChildProcess, fork } from 'node:child_process';
import { createServer, type RequestListener, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { appendChanges } from '../../src/change-log/append.ts';
import { enqueue } from '../../src/tasks/queue.ts';
import { createClient } from '../kit/client.ts';
import { stopwatch } from '../kit/cpu-steal.ts';
import { useDatabase } from '../kit/database.ts';
import { forkOptions, PROGRAMS, startServiceProcess } from '../kit/process.ts';
import { demoPassword } from '../kit/service.ts';
import { createTaskHelpers } from './test-tasks.ts';

const { db, url } = await useDatabase();
let tasks: ReturnType<typeof createTaskHelpers>;
let source: Server;
let answer: RequestListener;
let asked: number;
const children: ChildProcess[] = [];

beforeAll(async () => {
  tasks = createTaskHelpers(db);
  source = createServer((request, response) => {
    asked++;
    answer(request, response);
  });
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
  // a TCP server's address is never a string
  const { port } = source.address() as { port: number };
  await db('settings').update({ content: JSON.stringify({ rateSourceUrl: `http://127.0.0.1:${port}/` }) });
});
beforeEach(() => {
  asked = 0;
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  source.closeAllConnections();
  await new Promise((resolve) => source.close(resolve));
});

/** A worker as `npm run worker` starts it, at work. */
async function startWorker(env: Record<string, string> = {}, waitFor = 'working') {
  const child = fork(PROGRAMS.worker, {
    ...forkOptions(url, env),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  children.push(child);
  let printed = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk) => {
    printed += chunk;
  });
  const exited = new Promise<number | string | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? code)),
  );
  if (waitFor === 'working') await new Promise((resolve) => child.once('message', resolve));
  else await expect.poll(() => printed).toContain(waitFor);
  return { child, exited };
}
const never: RequestListener = () => undefined;
const rates: RequestListener = (_, response) =>
  response.end(`<Envelope><Cube><Cube time="2026-11-20"><Cube currency="USD" rate="1.1"/></Cube></Cube></Envelope>`);
const begun = (id: number | undefined, attempts: number) =>
  expect.poll(() => tasks.readRow(id)).toMatchObject({ status: 'running', attempts, claim: expect.any(String) });

test('a task of a worker that is killed is done by another; one that is stopped hands it back at once', async () => {
  answer = never;
  const id = await enqueue(db, { kind: 'rateRefresh', by: 'test' });
  const first = await startWorker();
  await begun(id, 1);
  await expect.poll(() => asked).toBe(1);
  first.child.kill('SIGKILL');
  expect(await first.exited).toBe('SIGKILL');
  answer = rates;
  const second = await startWorker();
  // nobody takes it while the lease lasts
  expect(await tasks.readRow(id)).toMatchObject({ status: 'running', attempts: 1 });
  await tasks.expireLease(id);
  await expect.poll(() => tasks.readRow(id)).toMatchObject({ status: 'done', attempts: 2, result: { created: 1 } });

  answer = never;
  const other = await enqueue(db, { kind: 'rateRefresh', by: 'test' });
  await begun(other, 1);
  await expect.poll(() => asked).toBe(3);
  const since = stopwatch();
  second.child.kill('SIGTERM');
  expect(await second.exited).toBe(0);
  expect(since()).toBeLessThan(4000);
  expect(await tasks.readRow(other)).toMatchObject({ status: 'queued', attempts: 0, claim: null });
});

test('a worker does what is scheduled, gives positions and takes samples', async () => {
  await db('schedule').delete();
  await db('task').delete();
  await db('user_log').insert({
    time: db.raw('NOW(3) - INTERVAL 400 DAY'),
    act: 'signIn',
    user_id: 1,
    username: 'x',
    address: 'x',
    client: 'x',
  });
  const actor = { id: null, username: 'system' };
  const change = { entity: 'city' as const, recordId: 1, code: 'X', action: 'update' as const, actor, refs: {} };
  await db.transaction((trx) =>
    appendChanges(trx, [{ ...change, version: 9, time: new Date(), before: { id: 1 }, after: { id: 1 } }]),
  );
  const now = db.raw('NOW(3)');
  const [id] = await db('subscriber').insert({
    name: 'index',
    url: 'http://127.0.0.1:1/',
    active: 0,
    secret: 'whsec_x',
    token_hash: 'x',
    version: 1,
    create_time: now,
    update_time: now,
    created_by: 'test',
    updated_by: 'test',
  });
  await db('sync_lane').insert({ subscriber_id: id, entity: 'city', position: 0, ordinal: 0, next_time: now });
  const { child, exited } = await startWorker();
  const within = { timeout: 30_000 };
  await expect.poll(() => db('task').where('kind', 'retention').pluck('status'), within).toEqual(['done']);
  expect(await db('user_log').where('time', '<', db.raw('NOW(3) - INTERVAL 300 DAY'))).toEqual([]);
  await expect.poll(() => db('change_outbox'), within).toEqual([]);
  await expect.poll(() => db('sync_sample'), within).toMatchObject([{ subscriber_id: id, entity: 'city', failing: 0 }]);
  expect(await db('task').where('kind', 'rateRefresh')).toEqual([]);
  child.disconnect();
  expect(await exited).toBe(0);
});

test('a worker waits for a database that is not there, and ends when it is told to', async () => {
  const away = new URL(url);
  away.pathname = '/no_such_database';
  const { child, exited } = await startWorker({ DATABASE_URL: away.href }, 'waiting for the database');
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
});

test('a service without a worker inside leaves the work to others, but tells them of a shorter retention', async () => {
  await db('schedule')
    .where('kind', 'retention')
    .update({ next_time: db.raw('NOW(3) + INTERVAL 50 MINUTE') });
  const id = await enqueue(db, { kind: 'reindex', by: 'test' });
  const service = await startServiceProcess(url, { WORKER: '0' });
  children.push(service.child);
  const anybody = createClient(service.url);
  const { token } = await anybody.ok('login', { body: { username: 'admin', password: demoPassword } });
  const admin = createClient(service.url, token);
  const { settings, version } = await admin.ok('getSettings');
  await admin.ok('updateSettings', { body: { ...settings, userLogDays: 100 }, ifMatch: version });
  const due = () => db('schedule').where('kind', 'retention').whereRaw('next_time <= NOW(3)');
  await expect.poll(due).toHaveLength(1);
  expect(await tasks.readRow(id)).toMatchObject({ status: 'queued', attempts: 0 });
  service.child.kill('SIGTERM');
  expect(await service.exited).toBe(0);
});

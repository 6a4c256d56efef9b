import { type ChildProcess, fork } from 'node:child_process';
import { createServer, type RequestListener, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { appendChanges } from '../../src/record-log/append.ts';
import { enqueue } from '../../src/tasks/queue.ts';
import { createClient } from '../kit/client.ts';
import { startStopwatch } from '../kit/cpu-steal.ts';
import { useDatabase } from '../kit/database/database.ts';
import { forkOptions, PROGRAM_PATHS, startServiceProcess } from '../kit/processes.ts';
import { demoPassword } from '../kit/service.ts';
import { createTaskHelpers } from './test-tasks.ts';

const { db, url } = await useDatabase();
let tasks: ReturnType<typeof createTaskHelpers>;
let rateSource: Server;
let respond: RequestListener;
let requestCount: number;
const children: ChildProcess[] = [];

beforeAll(async () => {
  tasks = createTaskHelpers(db);
  rateSource = createServer((request, response) => {
    requestCount++;
    respond(request, response);
  });
  await new Promise<void>((resolve) => rateSource.listen(0, '127.0.0.1', resolve));
  // Cast: a TCP server's address is never a string.
  const { port } = rateSource.address() as { port: number };
  await db('settings').update({ content: JSON.stringify({ rateSourceUrl: `http://127.0.0.1:${port}/` }) });
});
beforeEach(() => {
  requestCount = 0;
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  rateSource.closeAllConnections();
  await new Promise((resolve) => rateSource.close(resolve));
});

/** Starts a worker as `npm run worker` does, and waits until it is ready or has printed the given text. */
async function startWorker(env: Record<string, string> = {}, expectedState = 'working') {
  const child = fork(PROGRAM_PATHS.worker, {
    ...forkOptions(url, env),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  children.push(child);
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk) => {
    output += chunk;
  });
  const exited = new Promise<number | string | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? code)),
  );
  if (expectedState === 'working') await new Promise((resolve) => child.once('message', resolve));
  else await expect.poll(() => output).toContain(expectedState);
  return { child, exited };
}
const neverAnswer: RequestListener = () => undefined;
const answerRates: RequestListener = (_, response) =>
  response.end(`<Envelope><Cube><Cube time="2026-11-20"><Cube currency="USD" rate="1.1"/></Cube></Cube></Envelope>`);
const waitForAttempt = (id: number | undefined, attempts: number) =>
  expect.poll(() => tasks.readRow(id)).toMatchObject({ status: 'running', attempts, claim: expect.any(String) });

test('another worker takes over the task of a killed worker, and a stopped worker releases its task at once', async () => {
  respond = neverAnswer;
  const id = await enqueue(db, { kind: 'rateRefresh', by: 'test' });
  const firstWorker = await startWorker();
  await waitForAttempt(id, 1);
  await expect.poll(() => requestCount).toBe(1);
  firstWorker.child.kill('SIGKILL');
  expect(await firstWorker.exited).toBe('SIGKILL');
  respond = answerRates;
  const secondWorker = await startWorker();
  // No worker claims the task before the lease ends.
  expect(await tasks.readRow(id)).toMatchObject({ status: 'running', attempts: 1 });
  await tasks.expireLease(id);
  await expect.poll(() => tasks.readRow(id)).toMatchObject({ status: 'done', attempts: 2, result: { created: 1 } });

  respond = neverAnswer;
  const otherTaskId = await enqueue(db, { kind: 'rateRefresh', by: 'test' });
  await waitForAttempt(otherTaskId, 1);
  await expect.poll(() => requestCount).toBe(3);
  const elapsedMs = startStopwatch();
  secondWorker.child.kill('SIGTERM');
  expect(await secondWorker.exited).toBe(0);
  expect(elapsedMs()).toBeLessThan(4000);
  expect(await tasks.readRow(otherTaskId)).toMatchObject({ status: 'queued', attempts: 0, claim: null });
});

test('a worker runs scheduled tasks, sequences changes and samples lanes', async () => {
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
  const currentTimeSql = db.raw('NOW(3)');
  const [id] = await db('subscriber').insert({
    name: 'index',
    url: 'http://127.0.0.1:1/',
    active: 0,
    secret: 'whsec_x',
    token_hash: 'x',
    version: 1,
    create_time: currentTimeSql,
    update_time: currentTimeSql,
    created_by: 'test',
    updated_by: 'test',
  });
  await db('sync_lane').insert({
    subscriber_id: id,
    entity: 'city',
    position: 0,
    ordinal: 0,
    next_time: currentTimeSql,
  });
  const { child, exited } = await startWorker();
  const pollOptions = { timeout: 30_000 };
  await expect.poll(() => db('task').where('kind', 'retention').pluck('status'), pollOptions).toEqual(['done']);
  expect(await db('user_log').where('time', '<', db.raw('NOW(3) - INTERVAL 300 DAY'))).toEqual([]);
  await expect.poll(() => db('change_outbox'), pollOptions).toEqual([]);
  await expect
    .poll(() => db('sync_sample'), pollOptions)
    .toMatchObject([{ subscriber_id: id, entity: 'city', failing: 0 }]);
  expect(await db('task').where('kind', 'rateRefresh')).toEqual([]);
  child.disconnect();
  expect(await exited).toBe(0);
});

test('a worker waits for an unreachable database, and still ends on SIGTERM', async () => {
  const unreachableUrl = new URL(url);
  unreachableUrl.pathname = '/no_such_database';
  const { child, exited } = await startWorker({ DATABASE_URL: unreachableUrl.href }, 'waiting for the database');
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
});

test('a service without a worker runs no tasks, and queues retention after a shorter period is set', async () => {
  await db('schedule')
    .where('kind', 'retention')
    .update({ next_time: db.raw('NOW(3) + INTERVAL 50 MINUTE') });
  const id = await enqueue(db, { kind: 'reindex', by: 'test' });
  const service = await startServiceProcess(url, { WORKER: '0' });
  children.push(service.child);
  const anonymousClient = createClient(service.url);
  const { token } = await anonymousClient.ok('login', { body: { username: 'admin', password: demoPassword } });
  const admin = createClient(service.url, token);
  const { settings, version } = await admin.ok('getSettings');
  await admin.ok('updateSettings', { body: { ...settings, userLogDays: 100 }, ifMatch: version });
  const readDueSchedules = () => db('schedule').where('kind', 'retention').whereRaw('next_time <= NOW(3)');
  await expect.poll(readDueSchedules).toHaveLength(1);
  expect(await tasks.readRow(id)).toMatchObject({ status: 'queued', attempts: 0 });
  service.child.kill('SIGTERM');
  expect(await service.exited).toBe(0);
});

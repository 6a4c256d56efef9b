import { once } from 'node:events';
import { createConnection } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enqueue } from '../../src/tasks/queue.ts';
import { type Client, createClient } from '../kit/client.ts';
import { startStopwatch } from '../kit/cpu-steal.ts';
import { readBlocks, readEvents } from '../kit/events.ts';
import { startServiceProcess } from '../kit/processes.ts';
import { type Service, startService } from '../kit/service.ts';
import { writeVersions } from '../push/kit/changes.ts';
import { createSubscriberClient } from './subscribers.ts';

let service: Service;
let subscribers: Awaited<ReturnType<typeof createSubscriberClient>>;
let reader: Client & { id: number };

const limits = {
  pollMs: 50,
  accessCheckMs: 150,
  heartbeatMs: 200,
  stalledReaderMs: 300,
  maxStreams: 8,
  maxPerSession: 3,
  maxPerUser: 5,
};

beforeAll(async () => {
  service = await startService({}, undefined, limits);
  subscribers = await createSubscriberClient(service);
});
beforeEach(async () => {
  reader = await service.clientWith('sync_status:read', 'task:read');
});
afterAll(() => service.stop());

const PATHS = { sync: '/dc/api/v1/sync-status/events', tasks: '/dc/api/v1/tasks/events' };
const openStream = async (target = PATHS.sync, client: Client = reader, headers: Record<string, string> = {}) => {
  const response = await client.raw('GET', target, { headers });
  expect(response.status).toBe(200);
  return response;
};
/** Reads a stream to its end. */
const readToEnd = async (response: Response) => {
  for await (const _ of readBlocks(response));
};
const expectNoOpenStreams = () => expect.poll(() => service.streams.count()).toBe(0);

test('a stream sends the current state at once, and again after each change', async () => {
  const subscriber = await subscribers.create();
  const response = await openStream();
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  const events = readEvents(response);
  const { value: firstStatus } = await events.next();
  const fetchedStatus = await subscribers.manager.ok('getSyncStatus');
  expect(firstStatus).toEqual({ ...fetchedStatus, time: expect.any(String) });
  await subscribers.manager.ok('pauseLane', { path: { subscriberId: subscriber.id, entity: 'country' } });
  const { value: secondStatus } = await events.next();
  expect(secondStatus).toMatchObject({
    subscribers: expect.arrayContaining([expect.objectContaining({ id: subscriber.id, state: 'paused' })]),
  });
  await events.return(undefined);
  await expectNoOpenStreams();
});

test('a stream of tasks sends the current state at once, and again after each change', async () => {
  const events = readEvents(await openStream(PATHS.tasks));
  expect((await events.next()).value).toEqual({ items: [], counts: {} });
  const id = await enqueue(service.db, { kind: 'snapshot', by: 'admin' });
  expect((await events.next()).value).toMatchObject({ items: [{ id, status: 'queued' }], counts: { queued: 1 } });
  await events.return(undefined);
  await expectNoOpenStreams();
});

test('without changes a stream sends comments at the heartbeat interval', async () => {
  const blocks = readBlocks(await openStream());
  const receivedBlocks: string[] = [];
  for await (const block of blocks) {
    receivedBlocks.push(block);
    if (receivedBlocks.length === 4) break;
  }
  expect(receivedBlocks.map((block) => block.slice(0, 6))).toEqual(['data: ', ':', ':', ':']);
  await expectNoOpenStreams();
});

test('a growing lag alone does not cause events every second', async () => {
  const subscriber = await subscribers.create();
  await writeVersions(service.db, 5_000_001, 1);
  const blocks = readBlocks(await openStream());
  const receivedBlocks: string[] = [];
  for await (const block of blocks) {
    receivedBlocks.push(block);
    if (receivedBlocks.filter((received) => received === ':').length === 2) break;
  }
  expect(receivedBlocks[0]).toMatch(/"backlog":1,"lagMs":[1-9]/);
  expect(receivedBlocks.filter((block) => block !== ':').length).toBeLessThanOrEqual(2);
  await subscribers.manager.ok('deleteSubscriber', { path: { id: subscriber.id }, ifMatch: 1 });
  await expectNoOpenStreams();
});

describe('a stream ends', () => {
  test.each([
    [
      'its session is revoked',
      () => service.db('session').where('user_id', reader.id).update({ revoke_time: new Date() }),
    ],
    [
      'its session expires',
      () =>
        service
          .db('session')
          .where('user_id', reader.id)
          .update({ expire_time: new Date(0) }),
    ],
    ['its reader signs out', () => reader.ok('logout')],
    ['its reader is deactivated', () => service.db('user').where('id', reader.id).update({ status: 'inactive' })],
    [
      'the permission is removed',
      async () => {
        const { role_id } = await service.db('user_role').where('user_id', reader.id).first();
        await service.db('role_permission').where({ role_id, permission: 'sync_status:read' }).delete();
        await service.db('role').where('id', role_id).increment('version');
      },
    ],
  ])('when %s', async (_, endAccess) => {
    const response = await openStream();
    await endAccess();
    await readToEnd(response);
    await expectNoOpenStreams();
  });

  test('when its preview or the session of the previewing user ends', async () => {
    const previewer = await service.clientWith('role:read', 'sync_status:read');
    const { role_id: id } = await service.db('user_role').where('user_id', previewer.id).first();
    for (const signOut of [(preview: Client) => preview.ok('logout'), () => previewer.ok('logout')]) {
      const { token } = await previewer.ok('previewRole', { path: { id } }, 201);
      const preview = createClient(service.url, token);
      const response = await openStream(PATHS.sync, preview);
      await signOut(preview);
      await readToEnd(response);
    }
    await expectNoOpenStreams();
  });

  test('within five seconds of signing out with the default limits', { tags: ['slow'] }, async () => {
    const defaultService = await startService();
    try {
      const client = await defaultService.clientWith('sync_status:read');
      const response = await openStream(PATHS.sync, client);
      await client.ok('logout');
      const elapsedMs = startStopwatch();
      await readToEnd(response);
      expect(elapsedMs()).toBeLessThan(5000);
    } finally {
      await defaultService.stop();
    }
  });

  test('when its client disconnects, and no longer queries the database', async () => {
    const linesBefore = service.logLines.length;
    const abortController = new AbortController();
    const response = await fetch(service.url + PATHS.sync, {
      headers: { Authorization: `Bearer ${reader.token}` },
      signal: abortController.signal,
    });
    await readBlocks(response).next();
    expect(service.streams.count()).toBe(1);
    abortController.abort();
    await expectNoOpenStreams();
    expect(service.logLines.slice(linesBefore).filter(({ msg }) => msg !== 'request')).toEqual([]);
  });

  test('when its client disconnects before it is authenticated, and does not count as open', async () => {
    const lockingTransaction = await service.db.transaction();
    await lockingTransaction.raw('LOCK TABLES session WRITE');
    const connectAndDisconnect = async () => {
      const socket = createConnection(Number(new URL(service.url).port), '127.0.0.1');
      socket.write(`GET ${PATHS.sync} HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer ${reader.token}\r\n\r\n`);
      await once(socket.end(), 'close');
    };
    await Promise.all(Array.from({ length: limits.maxStreams }, connectAndDisconnect));
    await lockingTransaction.raw('UNLOCK TABLES');
    await lockingTransaction.commit();
    const response = await openStream();
    expect(service.streams.count()).toBe(1);
    await response.body?.cancel();
    await expectNoOpenStreams();
  });

  test('when a query fails, which is logged', async () => {
    const response = await openStream();
    await service.db.schema.renameTable('feed_mark', 'feed_mark_away');
    await readToEnd(response);
    expect(service.logLines.filter(({ msg }) => msg === 'event stream failed')).toMatchObject([
      { level: 50, err: { code: 'ER_NO_SUCH_TABLE' } },
    ]);
    expect(await reader.call('streamSyncStatus')).toMatchObject({ status: 500 });
    await service.db.schema.renameTable('feed_mark_away', 'feed_mark');
    await expectNoOpenStreams();
  });
});

test('a stream does not keep its session from expiring', async () => {
  const anHourAgo = new Date(Date.now() - 3_600_000);
  const blocks = readBlocks(await openStream());
  await blocks.next();
  await service.db('session').where('user_id', reader.id).update({ last_seen: anHourAgo });
  for (let readCount = 0; readCount < 3; readCount++) await blocks.next();
  const { last_seen } = await service.db('session').where('user_id', reader.id).first('last_seen');
  expect(Math.abs(last_seen.getTime() - anHourAgo.getTime())).toBeLessThan(1000);
  await blocks.return(undefined);
  await expectNoOpenStreams();
});

describe('too many streams', () => {
  test('of a session are refused until one ends', async () => {
    const openStreams = await Promise.all([1, 2, 3].map(() => openStream()));
    const refusal = await reader.expectRefusal('streamTasks', {}, 'busy');
    expect(refusal.headers.get('Retry-After')).toBe('10');
    await openStreams[0]?.body?.cancel();
    await expect.poll(() => service.streams.count()).toBe(2);
    openStreams.push(await openStream());
    await Promise.all(openStreams.slice(1).map(({ body }) => body?.cancel()));
    await expectNoOpenStreams();
  });

  test('of a user with several sessions are refused', async () => {
    const secondSession = createClient(service.url, await service.issueToken(reader.id));
    const streams = await Promise.all(
      [reader, reader, reader, secondSession, secondSession].map((client) => openStream(PATHS.sync, client)),
    );
    await secondSession.expectRefusal('streamSyncStatus', {}, 'busy');
    await Promise.all(streams.map(({ body }) => body?.cancel()));
    await expectNoOpenStreams();
  });

  test('of all sessions are refused', async () => {
    const readers = await Promise.all(Array.from({ length: 8 }, () => service.clientWith('sync_status:read')));
    const streams = await Promise.all(readers.map((client) => openStream(PATHS.sync, client)));
    await reader.expectRefusal('streamSyncStatus', {}, 'busy');
    await Promise.all(streams.map(({ body }) => body?.cancel()));
    await expectNoOpenStreams();
  });
});

test('opening a stream requires the permission and a session', async () => {
  const clientWithoutPermission = await service.clientWith('task:read');
  expect(await clientWithoutPermission.expectRefusal('streamSyncStatus', {}, 'forbidden')).toMatchObject({
    permission: 'sync_status:read',
  });
  await service.anonymous.expectRefusal('streamTasks', {}, 'unauthorized');
  const head = await reader.raw('HEAD', PATHS.sync);
  expect(head.status).toBe(200);
  await expectNoOpenStreams();
});

test('a client that does not read is disconnected, and others continue', { tags: ['slow'] }, async () => {
  // Events of two megabytes fill the socket buffers.
  const params = JSON.stringify({ entities: Array(1500).fill('eurail_station') });
  const currentTime = new Date();
  const task = {
    kind: 'snapshot',
    status: 'done',
    params,
    next_time: currentTime,
    create_time: currentTime,
    created_by: 'admin',
  };
  await service.db('task').insert(Array.from({ length: 100 }, () => task));
  const slowSocket = createConnection(Number(new URL(service.url).port), '127.0.0.1');
  slowSocket.on('error', () => slowSocket.destroy());
  slowSocket.pause();
  slowSocket.write(`GET ${PATHS.tasks} HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer ${reader.token}\r\n\r\n`);
  await expect.poll(() => service.streams.count()).toBe(1);
  const otherReader = await service.clientWith('task:read');
  const events = readEvents(await openStream(PATHS.tasks, otherReader));
  await events.next();
  let changeCount = 0;
  const change = async () => {
    await service.db('task').orderBy('id', 'desc').limit(1).update({ progress: ++changeCount });
    return (await events.next()).value;
  };
  while (service.streams.count() === 2) await change();
  expect(changeCount).toBeGreaterThan(1);
  expect(await change()).toMatchObject({
    items: expect.arrayContaining([expect.objectContaining({ progress: changeCount })]),
  });
  slowSocket.destroy();
  await events.return(undefined);
  await expectNoOpenStreams();
});

test('streams end at a shutdown and do not delay it', async () => {
  const serviceProcess = await startServiceProcess(service.databaseUrl, { WORKER: '0' });
  const { password, username } = { username: 'viewer', password: 'gazetteer-demo' };
  const login = await fetch(`${serviceProcess.url}/dc/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const { token } = ((await login.json()) as { data: { token: string } }).data;
  const response = await fetch(serviceProcess.url + PATHS.sync, { headers: { Authorization: `Bearer ${token}` } });
  const blocks = readBlocks(response);
  expect((await blocks.next()).value).toMatch(/^data: /);
  const elapsedMs = startStopwatch();
  serviceProcess.child.kill('SIGTERM');
  while (!(await blocks.next()).done);
  expect(await serviceProcess.exited).toBe(0);
  expect(elapsedMs()).toBeLessThan(8000);
});

import { once } from 'node:events';
import { createConnection } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enqueue } from '../../src/tasks/queue.ts';
import { type Client, createClient } from '../kit/client.ts';
import { startStopwatch } from '../kit/cpu-steal.ts';
import { readBlocks, readEvents } from '../kit/events.ts';
import { startServiceProcess } from '../kit/processes.ts';
import { type Service, startService } from '../kit/service.ts';
import { writeVersions } from '../push/changes.ts';
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

const path = { sync: '/dc/api/v1/sync-status/events', tasks: '/dc/api/v1/tasks/events' };
const openStream = async (target = path.sync, client: Client = reader, headers: Record<string, string> = {}) => {
  const response = await client.raw('GET', target, { headers });
  expect(response.status).toBe(200);
  return response;
};
/** Reads a stream to its end. */
const readToEnd = async (response: Response) => {
  for await (const _ of readBlocks(response));
};
const noneOpen = () => expect.poll(() => service.streams.count()).toBe(0);

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
  await noneOpen();
});

test('the stream of tasks does the same', async () => {
  const events = readEvents(await openStream(path.tasks));
  expect((await events.next()).value).toEqual({ items: [], counts: {} });
  const id = await enqueue(service.db, { kind: 'snapshot', by: 'admin' });
  expect((await events.next()).value).toMatchObject({ items: [{ id, status: 'queued' }], counts: { queued: 1 } });
  await events.return(undefined);
  await noneOpen();
});

test('without changes a stream sends comments, whatever the clock says', async () => {
  const blocks = readBlocks(await openStream());
  const blocksSeen: string[] = [];
  for await (const block of blocks) {
    blocksSeen.push(block);
    if (blocksSeen.length === 4) break;
  }
  expect(blocksSeen.map((block) => block.slice(0, 6))).toEqual(['data: ', ':', ':', ':']);
  await noneOpen();
});

test('a growing lag alone does not cause events every second', async () => {
  const subscriber = await subscribers.create();
  await writeVersions(service.db, 5_000_001, 1);
  const blocks = readBlocks(await openStream());
  const receivedLines: string[] = [];
  for await (const block of blocks) {
    receivedLines.push(block);
    if (receivedLines.filter((each) => each === ':').length === 2) break;
  }
  expect(receivedLines[0]).toMatch(/"backlog":1,"lagMs":[1-9]/);
  expect(receivedLines.filter((block) => block !== ':').length).toBeLessThanOrEqual(2);
  await subscribers.manager.ok('deleteSubscriber', { path: { id: subscriber.id }, ifMatch: 1 });
  await noneOpen();
});

describe('a stream ends', () => {
  test.each([
    [
      'its session is revoked',
      () => service.db('session').where('user_id', reader.id).update({ revoke_time: new Date() }),
    ],
    [
      'its session is over',
      () =>
        service
          .db('session')
          .where('user_id', reader.id)
          .update({ expire_time: new Date(0) }),
    ],
    ['its reader signs out', () => reader.ok('logout')],
    ['its reader is deactivated', () => service.db('user').where('id', reader.id).update({ status: 'inactive' })],
    [
      'the permission is taken away',
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
    await noneOpen();
  });

  test('when its preview or the session behind that ends', async () => {
    const previewer = await service.clientWith('role:read', 'sync_status:read');
    const { role_id: id } = await service.db('user_role').where('user_id', previewer.id).first();
    for (const signOut of [(preview: Client) => preview.ok('logout'), () => previewer.ok('logout')]) {
      const { token } = await previewer.ok('previewRole', { path: { id } }, 201);
      const preview = createClient(service.url, token);
      const response = await openStream(path.sync, preview);
      await signOut(preview);
      await readToEnd(response);
    }
    await noneOpen();
  });

  test('within five seconds with the default limits', { tags: ['slow'] }, async () => {
    const defaultService = await startService();
    try {
      const person = await defaultService.clientWith('sync_status:read');
      const response = await openStream(path.sync, person);
      await person.ok('logout');
      const elapsedMs = startStopwatch();
      await readToEnd(response);
      expect(elapsedMs()).toBeLessThan(5000);
    } finally {
      await defaultService.stop();
    }
  });

  test('when its client disconnects, and no longer queries the database', async () => {
    const before = service.logLines.length;
    const stop = new AbortController();
    const response = await fetch(service.url + path.sync, {
      headers: { Authorization: `Bearer ${reader.token}` },
      signal: stop.signal,
    });
    await readBlocks(response).next();
    expect(service.streams.count()).toBe(1);
    stop.abort();
    await noneOpen();
    expect(service.logLines.slice(before).filter(({ msg }) => msg !== 'request')).toEqual([]);
  });

  test('when its client disconnects before it is authenticated, and does not count as open', async () => {
    const sessions = await service.db.transaction();
    await sessions.raw('LOCK TABLES session WRITE');
    const leave = async () => {
      const socket = createConnection(Number(new URL(service.url).port), '127.0.0.1');
      socket.write(`GET ${path.sync} HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer ${reader.token}\r\n\r\n`);
      await once(socket.end(), 'close');
    };
    await Promise.all(Array.from({ length: limits.maxStreams }, leave));
    await sessions.raw('UNLOCK TABLES');
    await sessions.commit();
    const response = await openStream();
    expect(service.streams.count()).toBe(1);
    await response.body?.cancel();
    await noneOpen();
  });

  test('when its subject is deleted', async () => {
    const response = await openStream();
    await service.db.schema.renameTable('feed_mark', 'feed_mark_away');
    await readToEnd(response);
    expect(service.logLines.filter(({ msg }) => msg === 'event stream failed')).toMatchObject([
      { level: 50, err: { code: 'ER_NO_SUCH_TABLE' } },
    ]);
    expect(await reader.call('streamSyncStatus')).toMatchObject({ status: 500 });
    await service.db.schema.renameTable('feed_mark_away', 'feed_mark');
    await noneOpen();
  });
});

test('a stream does not keep its session from expiring', async () => {
  const longAgo = new Date(Date.now() - 3_600_000);
  const blocks = readBlocks(await openStream());
  await blocks.next();
  await service.db('session').where('user_id', reader.id).update({ last_seen: longAgo });
  for (let readCount = 0; readCount < 3; readCount++) await blocks.next();
  const { last_seen } = await service.db('session').where('user_id', reader.id).first('last_seen');
  expect(Math.abs(last_seen.getTime() - longAgo.getTime())).toBeLessThan(1000);
  await blocks.return(undefined);
  await noneOpen();
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
    await noneOpen();
  });

  test('of a user with several sessions are refused', async () => {
    const secondSession = createClient(service.url, await service.issueToken(reader.id));
    const streams = await Promise.all(
      [reader, reader, reader, secondSession, secondSession].map((client) => openStream(path.sync, client)),
    );
    await secondSession.expectRefusal('streamSyncStatus', {}, 'busy');
    await Promise.all(streams.map(({ body }) => body?.cancel()));
    await noneOpen();
  });

  test('of all sessions are refused', async () => {
    const readers = await Promise.all(Array.from({ length: 8 }, () => service.clientWith('sync_status:read')));
    const streams = await Promise.all(readers.map((each) => openStream(path.sync, each)));
    await reader.expectRefusal('streamSyncStatus', {}, 'busy');
    await Promise.all(streams.map(({ body }) => body?.cancel()));
    await noneOpen();
  });
});

test('opening a stream requires the permission and a session', async () => {
  const clientWithoutPermission = await service.clientWith('task:read');
  expect(await clientWithoutPermission.expectRefusal('streamSyncStatus', {}, 'forbidden')).toMatchObject({
    permission: 'sync_status:read',
  });
  await service.anonymous.expectRefusal('streamTasks', {}, 'unauthorized');
  const head = await reader.raw('HEAD', path.sync);
  expect(head.status).toBe(200);
  await noneOpen();
});

test('a client that does not read is disconnected, and others continue', { tags: ['slow'] }, async () => {
  // events of two megabytes fill the socket buffers
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
  const slow = createConnection(Number(new URL(service.url).port), '127.0.0.1');
  slow.on('error', () => slow.destroy());
  slow.pause();
  slow.write(`GET ${path.tasks} HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer ${reader.token}\r\n\r\n`);
  await expect.poll(() => service.streams.count()).toBe(1);
  const otherReader = await service.clientWith('task:read');
  const events = readEvents(await openStream(path.tasks, otherReader));
  await events.next();
  let changes = 0;
  const change = async () => {
    await service.db('task').orderBy('id', 'desc').limit(1).update({ progress: ++changes });
    return (await events.next()).value;
  };
  while (service.streams.count() === 2) await change();
  expect(changes).toBeGreaterThan(1);
  expect(await change()).toMatchObject({
    items: expect.arrayContaining([expect.objectContaining({ progress: changes })]),
  });
  slow.destroy();
  await events.return(undefined);
  await noneOpen();
});

test('streams end at a shutdown and do not delay it', async () => {
  const installed = await startServiceProcess(service.databaseUrl, { WORKER: '0' });
  const { password, username } = { username: 'viewer', password: 'gazetteer-demo' };
  const login = await fetch(`${installed.url}/dc/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const { token } = ((await login.json()) as { data: { token: string } }).data;
  const response = await fetch(installed.url + path.sync, { headers: { Authorization: `Bearer ${token}` } });
  const blocks = readBlocks(response);
  expect((await blocks.next()).value).toMatch(/^data: /);
  const elapsedMs = startStopwatch();
  installed.child.kill('SIGTERM');
  while (!(await blocks.next()).done);
  expect(await installed.exited).toBe(0);
  expect(elapsedMs()).toBeLessThan(8000);
});

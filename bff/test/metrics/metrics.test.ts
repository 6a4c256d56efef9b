import Koa, { type Context } from 'koa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccessCheck } from '#metrics/metrics.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';
import { startDatabaseProxy } from '../kit/database/database-proxy.ts';
import { type Service, startService } from '../kit/service.ts';

const token = 'a-token-of-this-test';
let service: Service;
beforeAll(async () => {
  service = await startService({ metricsToken: token });
});
afterAll(() => service.stop());

const get = (headers: Record<string, string> = {}, { url }: { url: string } = service) =>
  fetch(`${url}/metrics`, { headers });

/** Parses the samples to a map of `name{labels}` to value; each line must be a comment or a sample. */
async function readSamples(response: Response): Promise<Map<string, number>> {
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const lines = (await response.text()).split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [, key = '', value] = /^([a-z0-9_]+(?:\{[^}]*\})?) (\S+)$/i.exec(line) ?? [];
      expect(line).toBe(`${key} ${value}`);
      return [key, Number(value)];
    }),
  );
}

test('the metrics have the numbers of connections that are in use, idle and waited for', async () => {
  const viewer = await service.as('viewer');
  await viewer.ok('listCountries');
  const readPoolSamples = async () => {
    const allSamples = await readSamples(await get());
    const connectionSamples = ['in_use', 'idle', 'waiting', 'max'].map((name) => [
      name,
      allSamples.get(`gazetteer_database_connections_${name}{pool="requests"}`),
    ]);
    return Object.fromEntries(connectionSamples);
  };
  expect(await readPoolSamples()).toMatchObject({ in_use: 0, waiting: 0, max: 10 });
  const holder = await service.db.transaction();
  await holder.raw('LOCK TABLES country WRITE');
  const blockedCalls = Array.from({ length: 15 }, () => viewer.call('listCountries'));
  await expect.poll(async () => (await readPoolSamples()).in_use).toBeGreaterThanOrEqual(5);
  await holder.raw('UNLOCK TABLES');
  await holder.rollback();
  await Promise.all(blockedCalls);
  const after = await readPoolSamples();
  expect(after).toMatchObject({ in_use: 0, waiting: 0 });
  expect(after.idle).toBeGreaterThanOrEqual(5);
});

describe('the text', () => {
  test('counts requests by operation, method and class of status, but not by path', async () => {
    const viewer = await service.as('viewer');
    const before = await readSamples(await get());
    await viewer.ok('getCountry', { path: { id: 1 } });
    await viewer.ok('getCountry', { path: { id: 2 } });
    await viewer.expectRefusal('getCountry', { path: { id: 4294967295 } }, 'notFound');
    for (const path of ['/dc/api/v1/nowhere', '/secret-7', '/dc/api/v1/countries/']) await viewer.raw('GET', path);
    const after = await readSamples(await get());
    const increaseOf = (labels: string, suffix = 'count') => {
      const key = `gazetteer_http_request_duration_seconds_${suffix}{${labels}}`;
      return (after.get(key) ?? 0) - (before.get(key) ?? 0);
    };
    const sampleLabels = 'operation="getCountry",method="GET",status="2xx"';
    expect(increaseOf(sampleLabels)).toBe(2);
    expect(increaseOf(sampleLabels, 'sum')).toBeGreaterThan(0);
    expect(increaseOf(`le="+Inf",${sampleLabels}`, 'bucket')).toBe(2);
    expect(increaseOf('operation="getCountry",method="GET",status="4xx"')).toBe(1);
    const allKeys = [...after.keys()].join('\n');
    for (const secret of ['4294967295', 'secret', 'nowhere', 'viewer']) expect(allKeys).not.toContain(secret);
    expect(after.get('process_cpu_seconds_total')).toBeGreaterThan(0);
    expect(allKeys).toMatch(/^gazetteer_build_info\{version="\d+\.\d+\.\d+",node="v\d+\./m);
  });

  test('has the state of feed, lanes, deliveries, tasks and emails', async () => {
    const { db } = service;
    const currentTimeSql = db.raw('NOW(3)');
    const [id] = await db('subscriber').insert({
      name: 'in "quotes"',
      url: 'http://index',
      active: 1,
      secret: 'x',
      token_hash: 'x',
      version: 1,
      create_time: currentTimeSql,
      update_time: currentTimeSql,
      created_by: 'test',
      updated_by: 'test',
    });
    const seqs = await db('change_outbox').where('entity', 'city').orderBy('seq').limit(3).select('seq', 'record_id');
    await db('change_feed').insert(
      seqs.map(({ seq, record_id }, index) => ({
        position: 7 + index,
        seq,
        entity: 'city',
        record_id,
        ordinal: index + 1,
        time: db.raw('NOW(3) - INTERVAL ? SECOND', [90 - index]),
      })),
    );
    await db('change_outbox').delete();
    await db('change_outbox').insert({ seq: 1, entity: 'city', record_id: 1, version: 1 });
    await db('feed_kind').insert({ entity: 'city', position: 9, ordinal: 3 });
    await db('feed_mark').where('name', 'head').update({ position: 9 });
    await db('feed_mark').where('name', 'pruned').update({ position: 6 });
    const lane = { subscriber_id: id, next_time: currentTimeSql, position: 7, ordinal: 1 };
    await db('sync_lane').insert([
      { ...lane, entity: 'city', attempts: 2, parked: 0, delivered: 41 },
      { ...lane, entity: 'country', attempts: 0, parked: 1, delivered: 0 },
    ]);
    const delivery = { subscriber_id: id, message_id: 'x', kind: 'change', attempt: 1, duration: 1 };
    await db('delivery').insert([
      { ...delivery, outcome: 'delivered', time: currentTimeSql },
      { ...delivery, outcome: 'failed', time: currentTimeSql },
      { ...delivery, outcome: 'failed', time: currentTimeSql },
      { ...delivery, outcome: 'failed', time: db.raw('NOW(3) - INTERVAL 6 MINUTE') },
    ]);
    const task = {
      kind: 'reindex',
      params: '{}',
      next_time: currentTimeSql,
      create_time: currentTimeSql,
      created_by: 'test',
    };
    await db('task').insert([
      { ...task, status: 'queued' },
      { ...task, status: 'queued' },
      { ...task, status: 'failed' },
    ]);
    const emailRow = { kind: 'reset', language: 'en', address: 'a@gazetteer.example', time: currentTimeSql };
    await db('mail_outbox').insert([
      { ...emailRow, next_time: currentTimeSql },
      { ...emailRow, next_time: null },
    ]);

    // Values that were read before may be cached for five seconds.
    const uncachedMetrics = await serveUncachedMetrics();
    const text = await readSamples(await get({}, uncachedMetrics));
    await uncachedMetrics.stop();
    const labels = 'subscriber="in \\"quotes\\"",entity="city"';
    expect(
      Object.fromEntries([...text].filter(([key]) => /^gazetteer_(?!http|database_connections|build_info)/.test(key))),
    ).toEqual({
      gazetteer_database_up: 1,
      gazetteer_feed_head_position: 9,
      gazetteer_feed_pruned_position: 6,
      gazetteer_feed_unsequenced_changes: 1,
      [`gazetteer_sync_backlog{${labels}}`]: 2,
      [`gazetteer_sync_lag_seconds{${labels}}`]: expect.closeTo(89, -0.5),
      [`gazetteer_sync_delivered_total{${labels}}`]: 41,
      [`gazetteer_sync_failed_attempts{${labels}}`]: 2,
      [`gazetteer_sync_lane_state{${labels},state="active"}`]: 1,
      [`gazetteer_sync_backlog{${labels.replace('city', 'country')}}`]: 0,
      [`gazetteer_sync_lag_seconds{${labels.replace('city', 'country')}}`]: 0,
      [`gazetteer_sync_delivered_total{${labels.replace('city', 'country')}}`]: 0,
      [`gazetteer_sync_failed_attempts{${labels.replace('city', 'country')}}`]: 0,
      [`gazetteer_sync_lane_state{${labels.replace('city', 'country')},state="parked"}`]: 1,
      'gazetteer_delivery_attempts{outcome="delivered"}': 1,
      'gazetteer_delivery_attempts{outcome="failed"}': 2,
      'gazetteer_tasks{kind="reindex",status="queued"}': 2,
      'gazetteer_tasks{kind="reindex",status="failed"}': 1,
      gazetteer_emails_waiting: 1,
    });
  });

  test('takes few statements for any number of requests', async () => {
    await get();
    expect(await service.statementsDuring(() => Promise.all(Array.from({ length: 20 }, () => get())))).toBeLessThan(8);
  });
});

describe('access to the metrics', () => {
  const bearerHeader = (value: string) => ({ Authorization: `Bearer ${value}` });
  const proxyHeader = { 'X-Forwarded-For': '203.0.113.7' };
  test.each<[string, Record<string, string>, number]>([
    ['this machine', {}, 200],
    ['this machine with a wrong token', bearerHeader('another'), 200],
    ['a client behind a proxy', proxyHeader, 403],
    ['a client behind a proxy with the Forwarded header', { Forwarded: 'for=203.0.113.7' }, 403],
    ['a client behind a proxy with a wrong token', { ...proxyHeader, ...bearerHeader(`${token}x`) }, 403],
    ['a client behind a proxy with a part of the token', { ...proxyHeader, ...bearerHeader(token.slice(1)) }, 403],
    ['a client behind a proxy with the token', { ...proxyHeader, ...bearerHeader(token) }, 200],
  ])('of %s', async (_, headers, status) => {
    const response = await get(headers);
    expect(response.status).toBe(status);
    expect((await response.text()).includes('gazetteer_')).toBe(status === 200);
  });

  test.each([
    ['127.0.0.1', true],
    ['127.8.9.1', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['10.0.0.1', false],
    ['::ffff:10.0.0.1', false],
    ['fe80::1', false],
    [undefined, false],
  ])('from %s without a token: %s', (remoteAddress, isAllowed) => {
    // Cast: the check reads only these parts of a request.
    const ctx = { get: () => '', req: { socket: { remoteAddress } } } as unknown as Context;
    expect(createAccessCheck(undefined)(ctx)).toBe(isAllowed);
  });
});

test('an unreachable database is reported, and the other metrics are present', async () => {
  const proxy = await startDatabaseProxy();
  const unreachableService = await startService({}, proxy.routeUrl);
  proxy.disconnect();
  const text = await readSamples(await get({}, unreachableService));
  expect(text.get('gazetteer_database_up')).toBe(0);
  expect(text.has('gazetteer_feed_head_position')).toBe(false);
  expect(text.get('process_cpu_seconds_total')).toBeGreaterThan(0);
  expect(unreachableService.logLines.filter(({ msg }) => String(msg).startsWith('figures'))).toEqual([]);
  proxy.restore();
  await unreachableService.stop();
  await proxy.close();
});

test('an error of the service is logged rather than reported as an unreachable database', async () => {
  const brokenService = await startService();
  await brokenService.db.schema.renameTable('feed_mark', 'feed_mark_away');
  expect((await readSamples(await get({}, brokenService))).get('gazetteer_database_up')).toBe(0);
  await brokenService.db.schema.renameTable('feed_mark_away', 'feed_mark');
  const errors = brokenService.logLines.filter(({ msg }) => msg === 'metrics could not be read');
  expect(errors).toMatchObject([{ level: 50, err: { code: 'ER_NO_SUCH_TABLE' } }]);
  await brokenService.stop();
});

/** Serves metrics of the same database without cached values. */
async function serveUncachedMetrics() {
  const { db } = service;
  const metrics = createMetrics({
    db,
    pools: () => ({ requests: db }),
    token: undefined,
    version: '0.0.0',
    onError: () => undefined,
  });
  const server = new Koa().use(metrics.serve).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  // Cast: a TCP server's address is never a string.
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}`, stop: () => new Promise((resolve) => server.close(resolve)) } as const;
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stopwatch } from '../kit/cpu-steal.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../kit/database-proxy.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let line: DatabaseProxy;

beforeAll(async () => {
  line = await startDatabaseProxy();
  service = await startService({}, line.routeUrl);
});
afterAll(async () => {
  line.restore();
  await service.stop();
  await line.close();
});

const databaseName = () => new URL(service.databaseUrl).pathname.slice(1);

/** Ends every connection to this test's database but those of `db` itself. */
async function killConnections() {
  const [[{ me }]] = await service.db.raw('SELECT CONNECTION_ID() AS me');
  const [rows] = await service.db.raw('SELECT id FROM information_schema.processlist WHERE db = ?', [databaseName()]);
  for (const { id } of rows) if (id !== me) await service.db.raw('KILL ?', [id]).catch(() => undefined);
}

describe('connections that the database ends', () => {
  test('are told as 503 at most, and the next request works', async () => {
    const viewer = await service.as('viewer');
    for (let round = 1; round <= 5; round++) {
      const calls = Array.from({ length: 10 }, () => viewer.call('listCountries', { query: { q: 'china' } }));
      await killConnections();
      for (const { status, data } of await Promise.all(calls)) {
        expect([200, 503]).toContain(status);
        if (status === 503) expect(data).toMatchObject({ key: 'requestTimeout' });
      }
      await viewer.ok('listCountries');
    }
  });
});

const anyCall = async () => {
  const viewer = await service.as('viewer');
  return [
    await service.anonymous.call('login', { body: { username: 'viewer', password: 'x' } }),
    await viewer.call('getProfile'),
    await viewer.call('listCountries'),
  ];
};
const statusOf = async (path: string) => (await service.anonymous.raw('GET', path)).status;

test('a database that is gone is 503 for every call; when it is back, all is well', async () => {
  await service.as('viewer');
  for (let round = 1; round <= 2; round++) {
    line.disconnect();
    for (const reply of await anyCall()) {
      expect(reply).toMatchObject({ status: 503, message: '请求超时', data: { key: 'requestTimeout' } });
    }
    expect([await statusOf('/readyz'), await statusOf('/healthz')]).toEqual([503, 200]);
    line.restore();
    expect((await anyCall()).map(({ status }) => status)).toEqual([422, 200, 200]);
    expect(await statusOf('/readyz')).toBe(200);
  }
});

test('a database that no longer says anything is 503 within ten seconds, for whoever only asks who they are too', {
  tags: ['slow'],
}, async () => {
  const viewer = await service.as('viewer');
  line.stall();
  const since = stopwatch();
  const replies = await Promise.all([viewer.call('getProfile'), viewer.call('listCountries')]);
  // a busy machine tells it a little later
  expect(since()).toBeLessThan(13_000);
  for (const reply of replies) expect(reply).toMatchObject({ status: 503, data: { key: 'requestTimeout' } });
  line.restore();
  await viewer.ok('getProfile');
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStopwatch } from '../kit/cpu-steal.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../kit/database/database-proxy.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let proxy: DatabaseProxy;

beforeAll(async () => {
  proxy = await startDatabaseProxy();
  service = await startService({}, proxy.routeUrl);
});
afterAll(async () => {
  proxy.restore();
  await service.stop();
  await proxy.close();
});

const databaseName = () => new URL(service.databaseUrl).pathname.slice(1);

/** Ends every connection to this test's database except the one that runs this query. */
async function killConnections() {
  const [[{ ownId }]] = await service.db.raw('SELECT CONNECTION_ID() AS ownId');
  const [rows] = await service.db.raw('SELECT id FROM information_schema.processlist WHERE db = ?', [databaseName()]);
  for (const { id } of rows) if (id !== ownId) await service.db.raw('KILL ?', [id]).catch(() => undefined);
}

describe('connections that the database ended', () => {
  test('cause a 503 at worst, and the next request succeeds', async () => {
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

const callSeveralOperations = async () => {
  const viewer = await service.as('viewer');
  return [
    await service.anonymous.call('login', { body: { username: 'viewer', password: 'x' } }),
    await viewer.call('getProfile'),
    await viewer.call('listCountries'),
  ];
};
const fetchStatus = async (path: string) => (await service.anonymous.raw('GET', path)).status;

test('every call is answered 503 while the database is down, and succeeds once it is back', async () => {
  await service.as('viewer');
  for (let round = 1; round <= 2; round++) {
    proxy.disconnect();
    for (const reply of await callSeveralOperations()) {
      expect(reply).toMatchObject({ status: 503, message: '请求超时', data: { key: 'requestTimeout' } });
    }
    expect([await fetchStatus('/readyz'), await fetchStatus('/healthz')]).toEqual([503, 200]);
    proxy.restore();
    expect((await callSeveralOperations()).map(({ status }) => status)).toEqual([422, 200, 200]);
    expect(await fetchStatus('/readyz')).toBe(200);
  }
});

test('calls, including the profile, are answered 503 within ten seconds while the database hangs', {
  tags: ['slow'],
}, async () => {
  const viewer = await service.as('viewer');
  proxy.stall();
  const elapsedMs = startStopwatch();
  const replies = await Promise.all([viewer.call('getProfile'), viewer.call('listCountries')]);
  // A busy machine may answer a little later.
  expect(elapsedMs()).toBeLessThan(13_000);
  for (const reply of replies) expect(reply).toMatchObject({ status: 503, data: { key: 'requestTimeout' } });
  proxy.restore();
  await viewer.ok('getProfile');
});

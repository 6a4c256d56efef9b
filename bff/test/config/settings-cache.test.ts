import { afterAll, expect, test, vi } from 'vitest';
import { createSettings } from '../../src/config/settings.ts';
import { createClient } from '../kit/client.ts';
import { startStopwatch } from '../kit/cpu-steal.ts';
import { useDatabase } from '../kit/database/database.ts';
import { startDatabaseProxy } from '../kit/database/database-proxy.ts';
import { type ServiceProcess, startServiceProcess } from '../kit/processes.ts';
import { demoPassword } from '../kit/service.ts';

const { db, open, url } = await useDatabase();
const proxy = await startDatabaseProxy();
const proxiedDb = open(proxy.routeUrl(url));
let settingsQueries = 0;
proxiedDb.on('query', ({ sql }) => {
  if (/from `settings`/.test(sql)) settingsQueries += 1;
});
afterAll(async () => {
  proxy.restore();
  await proxy.close();
});

const storeSessionHours = (sessionHours: number) =>
  db('settings').update({ content: JSON.stringify({ sessionHours }) });
const countQueriesDuring = async (work: () => Promise<unknown>) => {
  const queriesBefore = settingsQueries;
  await work();
  return settingsQueries - queriesBefore;
};

test('simultaneous reads share one query, and reads in the next two seconds need none', async () => {
  const { current } = createSettings(proxiedDb);
  const readFiftyTimes = () => Promise.all(Array.from({ length: 50 }, () => current()));
  expect(await countQueriesDuring(readFiftyTimes)).toBe(1);
  expect(await countQueriesDuring(readFiftyTimes)).toBe(0);
});

test('a value read before a change in this process is not used after it', async () => {
  const settings = createSettings(proxiedDb);
  await storeSessionHours(10);
  await settings.current();
  proxy.stall();
  settings.changed();
  const staleRead = settings.current();
  settings.changed();
  proxy.restore();
  await staleRead;
  await storeSessionHours(11);
  expect(await settings.current()).toMatchObject({ sessionHours: 11 });
});

test('an outage neither extends the life of cached settings nor causes more queries', async () => {
  const { current } = createSettings(proxiedDb);
  await storeSessionHours(12);
  await current();
  proxy.disconnect();
  const elapsedMs = startStopwatch();
  await vi.waitFor(() => expect(current()).rejects.toThrow(), { timeout: 30_000, interval: 50 });
  expect(elapsedMs()).toBeLessThan(4000);
  const expectAllRejected = async () => {
    const answers = await Promise.allSettled(Array.from({ length: 50 }, () => current()));
    expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
  };
  expect(await countQueriesDuring(expectAllRejected)).toBeLessThanOrEqual(1);
  proxy.restore();
  await storeSessionHours(13);
  expect(await current()).toMatchObject({ sessionHours: 13 });
});

test('transactions that hold every connection can read the settings', async () => {
  const { current } = createSettings(proxiedDb);
  const transactions = await Promise.all(Array.from({ length: 10 }, () => proxiedDb.transaction()));
  const rootRead = current();
  const transactionReads = await Promise.all(transactions.map((trx) => current(trx)));
  expect(new Set(transactionReads.map(({ sessionHours }) => sessionHours)).size).toBe(1);
  await Promise.all(transactions.map((trx) => trx.rollback()));
  await rootRead;
});

test('a change takes effect in another process within five seconds', { tags: ['slow'] }, async () => {
  const processes: ServiceProcess[] = await Promise.all([startServiceProcess(url), startServiceProcess(url)]);
  try {
    const [firstProcess, secondProcess] = processes.map(({ url }) => createClient(url));
    if (!firstProcess || !secondProcess) throw new Error('Two processes were expected.');
    const { token } = await firstProcess.ok('login', { body: { username: 'admin', password: demoPassword } });
    const admin = createClient(firstProcess.url, token);
    await secondProcess.ok('getAuthOptions');
    const { settings, version } = await admin.ok('getSettings');
    const body = { ...settings, passwordMinLength: 33, registration: false };
    const elapsedMs = startStopwatch();
    await admin.ok('updateSettings', { body, ifMatch: version });
    const newOptions = { passwordMinLength: 33, registration: false };
    expect(await firstProcess.ok('getAuthOptions')).toMatchObject(newOptions);
    await expect.poll(() => secondProcess.ok('getAuthOptions'), { interval: 100 }).toMatchObject(newOptions);
    expect(elapsedMs()).toBeLessThan(5000);
  } finally {
    for (const { child } of processes) child.kill('SIGKILL');
    await Promise.all(processes.map(({ exited }) => exited));
  }
});

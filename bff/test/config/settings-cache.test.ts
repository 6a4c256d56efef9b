import { afterAll, expect, test, vi } from 'vitest';
import { createSettings } from '../../src/config/settings.ts';
import { createClient } from '../kit/client.ts';
import { stopwatch } from '../kit/cpu-steal.ts';
import { useDatabase } from '../kit/database.ts';
import { startDatabaseProxy } from '../kit/database-proxy.ts';
import { type ServiceProcess, startServiceProcess } from '../kit/process.ts';
import { demoPassword } from '../kit/service.ts';

const { db, open, url } = await useDatabase();
const line = await startDatabaseProxy();
const far = open(line.routeUrl(url));
let asked = 0;
far.on('query', ({ sql }) => {
  if (/from `settings`/.test(sql)) asked += 1;
});
afterAll(async () => {
  line.restore();
  await line.close();
});

const store = (sessionHours: number) => db('settings').update({ content: JSON.stringify({ sessionHours }) });
const during = async (work: () => Promise<unknown>) => {
  const before = asked;
  await work();
  return asked - before;
};

test('many who ask at once put one question, and none for two seconds', async () => {
  const { current } = createSettings(far);
  const many = () => Promise.all(Array.from({ length: 50 }, () => current()));
  expect(await during(many)).toBe(1);
  expect(await during(many)).toBe(0);
});

test('what was read before a change made here is not believed after it', async () => {
  const settings = createSettings(far);
  await store(10);
  await settings.current();
  line.stall();
  settings.changed();
  const early = settings.current();
  settings.changed();
  line.restore();
  await early;
  await store(11);
  expect(await settings.current()).toMatchObject({ sessionHours: 11 });
});

test('a database that is gone is no reason to believe the old for longer, nor to ask it more often', async () => {
  const { current } = createSettings(far);
  await store(12);
  await current();
  line.disconnect();
  const since = stopwatch();
  await vi.waitFor(() => expect(current()).rejects.toThrow(), { timeout: 30_000, interval: 50 });
  expect(since()).toBeLessThan(4000);
  const refused = async () => {
    const answers = await Promise.allSettled(Array.from({ length: 50 }, () => current()));
    expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
  };
  expect(await during(refused)).toBeLessThanOrEqual(1);
  line.restore();
  await store(13);
  expect(await current()).toMatchObject({ sessionHours: 13 });
});

test('transactions that hold every connection are answered, though others wait for one', async () => {
  const { current } = createSettings(far);
  const transactions = await Promise.all(Array.from({ length: 10 }, () => far.transaction()));
  const outside = current();
  const inside = await Promise.all(transactions.map((trx) => current(trx)));
  expect(new Set(inside.map(({ sessionHours }) => sessionHours)).size).toBe(1);
  await Promise.all(transactions.map((trx) => trx.rollback()));
  await outside;
});

test('a change is in force within five seconds in another process', { tags: ['slow'] }, async () => {
  const running: ServiceProcess[] = await Promise.all([startServiceProcess(url), startServiceProcess(url)]);
  try {
    const [here, there] = running.map(({ url }) => createClient(url));
    if (!here || !there) throw new Error('two processes');
    const { token } = await here.ok('login', { body: { username: 'admin', password: demoPassword } });
    const admin = createClient(here.url, token);
    await there.ok('getAuthOptions');
    const { settings, version } = await admin.ok('getSettings');
    const body = { ...settings, passwordMinLength: 33, registration: false };
    const since = stopwatch();
    await admin.ok('updateSettings', { body, ifMatch: version });
    const inForce = { passwordMinLength: 33, registration: false };
    expect(await here.ok('getAuthOptions')).toMatchObject(inForce);
    await expect.poll(() => there.ok('getAuthOptions'), { interval: 100 }).toMatchObject(inForce);
    expect(since()).toBeLessThan(5000);
  } finally {
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all(running.map(({ exited }) => exited));
  }
});

import { fork } from 'node:child_process';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migrations } from '../../src/migrations.gen.ts';
import { judgeSchema } from '../../src/readiness.ts';
import { stopwatch } from '../kit/cpu-steal.ts';
import { startDatabaseProxy } from '../kit/database-proxy.ts';
import { forkOptions, PROGRAMS, startServiceProcess } from '../kit/process.ts';
import { type Service, startService } from '../kit/service.ts';

describe('a schema', () => {
  const rowsOf = (...names: string[]) => names.map((name) => ({ name, seed_time: new Date() }));
  const known = ['1-a', '2-b'];

  test('as this version knows it is ready', () => {
    expect(judgeSchema(rowsOf('1-a', '2-b'), known)).toEqual({ isReady: true, text: 'ready' });
  });

  test('that is older is not, and what to do is said', () => {
    const { isReady, text } = judgeSchema(rowsOf('1-a'), known);
    expect(isReady).toBe(false);
    expect(text).toMatch(/lacks 2-b, .* Run “node db\/dist\/migrate.js”/);
  });

  test('to which a later version has added is, and that is said', () => {
    const { isReady, text } = judgeSchema(rowsOf('1-a', '2-b', '3-c'), known);
    expect(isReady).toBe(true);
    expect(text).toContain('3-c of a later version');
  });

  test.each([
    ['uses what a later version has dropped', '3-c', false],
    ['no longer uses it', '2-b', true],
  ])('is ready for a version that %s or not', (_, oldest, isReady) => {
    const later = { name: '4-d', oldest_version: oldest, seed_time: new Date() };
    expect(judgeSchema([...rowsOf('1-a', '2-b', '3-c'), later], known).isReady).toBe(isReady);
  });

  test('without the starter set is not', () => {
    expect(judgeSchema([{ name: '1-a', seed_time: null }], known).isReady).toBe(false);
    expect(judgeSchema([], known).isReady).toBe(false);
  });
});

let service: Service;
let line: Awaited<ReturnType<typeof startDatabaseProxy>>;
const LAST = migrations.at(-1) ?? '';

beforeAll(async () => {
  line = await startDatabaseProxy();
  service = await startService({}, line.routeUrl);
});
afterAll(async () => {
  line.restore();
  await service.stop();
  await line.close();
});
beforeEach(async () => {
  await service.db('migration').whereNotIn('name', migrations).delete();
  if (!(await service.db('migration').where({ name: LAST }).first()))
    await service.db('migration').insert({ name: LAST, batch: 1, migration_time: new Date() });
});

const readyz = async () => {
  const response = await service.anonymous.raw('GET', '/readyz');
  return { status: response.status, text: await response.text() };
};

test('this version knows the very migrations that there are', async () => {
  expect(await service.db('migration').orderBy('name').pluck('name')).toEqual(migrations);
});

test('/readyz says which migration the database lacks, and which it has beyond', async () => {
  expect(await readyz()).toEqual({ status: 200, text: 'ready' });
  await service.db('migration').where({ name: LAST }).delete();
  expect(await readyz()).toMatchObject({ status: 503, text: expect.stringContaining(`lacks ${LAST}`) });
  await service.db('migration').insert([
    { name: LAST, batch: 1, migration_time: new Date() },
    { name: '9999-later', batch: 2, migration_time: new Date() },
  ]);
  expect(await readyz()).toMatchObject({ status: 200, text: expect.stringContaining('9999-later of a later version') });
});

test('/readyz is answered while every connection of the pool waits', async () => {
  const viewer = await service.as('viewer');
  await viewer.ok('listCountries');
  const holder = await service.db.transaction();
  await holder.raw('LOCK TABLES country WRITE, session WRITE');
  const waiting = Array.from({ length: 20 }, () => viewer.call('listCountries'));
  const since = stopwatch();
  expect(await readyz()).toEqual({ status: 200, text: 'ready' });
  expect(since()).toBeLessThan(1000);
  await holder.raw('UNLOCK TABLES');
  await holder.rollback();
  await Promise.all(waiting);
});

test('/readyz says no within two seconds where the database says nothing, and yes when it does again', {
  tags: ['slow'],
}, async () => {
  line.stall();
  const since = stopwatch();
  expect(await readyz()).toEqual({ status: 503, text: 'not ready: The database is out of reach (ETIMEDOUT).' });
  // a busy machine tells it a little later
  expect(since()).toBeLessThan(3500);
  line.restore();
  expect(await readyz()).toEqual({ status: 200, text: 'ready' });
});

describe('a program that starts on a database', () => {
  test('that is older: the service ends with a sentence that says what to do', async () => {
    await service.db('migration').where({ name: LAST }).delete();
    await expect(startServiceProcess(service.databaseUrl)).rejects.toThrow(
      `The database lacks ${LAST}, as it is older than this version. Run “node db/dist/migrate.js”`,
    );
  });

  test('that is older: the worker says so, and goes to work once it is migrated', async () => {
    await service.db('migration').where({ name: LAST }).delete();
    const options = forkOptions(service.databaseUrl);
    const worker = fork(PROGRAMS.worker, { ...options, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    let printed = '';
    worker.stdout?.on('data', (chunk) => {
      printed += chunk;
    });
    const working = new Promise((resolve) => worker.once('message', resolve));
    try {
      await expect.poll(() => printed).toContain(`lacks ${LAST}`);
      await service.db('migration').insert({ name: LAST, batch: 1, migration_time: new Date() });
      expect(await working).toEqual({ type: 'working' });
    } finally {
      const exited = new Promise((resolve) => worker.once('exit', resolve));
      worker.kill('SIGTERM');
      await exited;
    }
  });

  test('of a later version: the service starts', { tags: ['slow'] }, async () => {
    await service.db('migration').insert({ name: '9999-later', batch: 2, migration_time: new Date() });
    const { child, exited } = await startServiceProcess(service.databaseUrl, { WORKER: '0' });
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
  });
});

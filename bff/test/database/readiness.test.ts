import { fork } from 'node:child_process';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migrations } from '../../src/migrations.gen.ts';
import { checkSchema } from '../../src/readiness.ts';
import { startStopwatch } from '../kit/cpu-steal.ts';
import { startDatabaseProxy } from '../kit/database/database-proxy.ts';
import { forkOptions, PROGRAM_PATHS, startServiceProcess } from '../kit/processes.ts';
import { type Service, startService } from '../kit/service.ts';

describe('a schema', () => {
  const migrationRows = (...names: string[]) => names.map((name) => ({ name, seed_time: new Date() }));
  const knownMigrations = ['1-a', '2-b'];

  test('with exactly the known migrations is ready', () => {
    expect(checkSchema(migrationRows('1-a', '2-b'), knownMigrations)).toEqual({ isReady: true, text: 'ready' });
  });

  test('that lacks a migration is not ready, and the text says what to do', () => {
    const { isReady, text } = checkSchema(migrationRows('1-a'), knownMigrations);
    expect(isReady).toBe(false);
    expect(text).toMatch(/lacks 2-b, .* Run “node db\/dist\/migrate.js”/);
  });

  test('with additional migrations is ready, and the text names them', () => {
    const { isReady, text } = checkSchema(migrationRows('1-a', '2-b', '3-c'), knownMigrations);
    expect(isReady).toBe(true);
    expect(text).toContain('3-c of a later version');
  });

  test.each([
    ['uses what the later migration has dropped', '3-c', false],
    ['no longer uses it', '2-b', true],
  ])('with a later migration is accepted or not by a version that %s', (_, requiredMigration, isReady) => {
    const laterMigration = { name: '4-d', oldest_version: requiredMigration, seed_time: new Date() };
    expect(checkSchema([...migrationRows('1-a', '2-b', '3-c'), laterMigration], knownMigrations).isReady).toBe(isReady);
  });

  test('without the starter set is not ready', () => {
    expect(checkSchema([{ name: '1-a', seed_time: null }], knownMigrations).isReady).toBe(false);
    expect(checkSchema([], knownMigrations).isReady).toBe(false);
  });
});

let service: Service;
let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;
const LAST_MIGRATION = migrations.at(-1) ?? '';

beforeAll(async () => {
  proxy = await startDatabaseProxy();
  service = await startService({}, proxy.routeUrl);
});
afterAll(async () => {
  proxy.restore();
  await service.stop();
  await proxy.close();
});
beforeEach(async () => {
  await service.db('migration').whereNotIn('name', migrations).delete();
  if (!(await service.db('migration').where({ name: LAST_MIGRATION }).first()))
    await service.db('migration').insert({ name: LAST_MIGRATION, batch: 1, migration_time: new Date() });
});

const readyz = async () => {
  const response = await service.anonymous.raw('GET', '/readyz');
  return { status: response.status, text: await response.text() };
};

test('this version knows exactly the migrations of the database', async () => {
  expect(await service.db('migration').orderBy('name').pluck('name')).toEqual(migrations);
});

test('/readyz names missing and additional migrations', async () => {
  expect(await readyz()).toEqual({ status: 200, text: 'ready' });
  await service.db('migration').where({ name: LAST_MIGRATION }).delete();
  expect(await readyz()).toMatchObject({ status: 503, text: expect.stringContaining(`lacks ${LAST_MIGRATION}`) });
  await service.db('migration').insert([
    { name: LAST_MIGRATION, batch: 1, migration_time: new Date() },
    { name: '9999-later', batch: 2, migration_time: new Date() },
  ]);
  expect(await readyz()).toMatchObject({ status: 200, text: expect.stringContaining('9999-later of a later version') });
});

test('/readyz answers while every connection of the pool is waiting', async () => {
  const viewer = await service.as('viewer');
  await viewer.ok('listCountries');
  const holder = await service.db.transaction();
  await holder.raw('LOCK TABLES country WRITE, session WRITE');
  const blockedCalls = Array.from({ length: 20 }, () => viewer.call('listCountries'));
  const elapsedMs = startStopwatch();
  expect(await readyz()).toEqual({ status: 200, text: 'ready' });
  expect(elapsedMs()).toBeLessThan(1000);
  await holder.raw('UNLOCK TABLES');
  await holder.rollback();
  await Promise.all(blockedCalls);
});

test('/readyz returns 503 within two seconds if the database hangs, and 200 once it recovers', {
  tags: ['slow'],
}, async () => {
  proxy.stall();
  const elapsedMs = startStopwatch();
  expect(await readyz()).toEqual({ status: 503, text: 'not ready: The database is out of reach (ETIMEDOUT).' });
  // A busy machine may answer a little later.
  expect(elapsedMs()).toBeLessThan(3500);
  proxy.restore();
  expect(await readyz()).toEqual({ status: 200, text: 'ready' });
});

describe('a program that starts on a database', () => {
  test('that lacks a migration: the service exits with a message that says what to do', async () => {
    await service.db('migration').where({ name: LAST_MIGRATION }).delete();
    await expect(startServiceProcess(service.databaseUrl)).rejects.toThrow(
      `The database lacks ${LAST_MIGRATION}, as it is older than this version. Run “node db/dist/migrate.js”`,
    );
  });

  test('that lacks a migration: the worker logs it, and starts working once the database is migrated', async () => {
    await service.db('migration').where({ name: LAST_MIGRATION }).delete();
    const options = forkOptions(service.databaseUrl);
    const worker = fork(PROGRAM_PATHS.worker, { ...options, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    let output = '';
    worker.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    const working = new Promise((resolve) => worker.once('message', resolve));
    try {
      await expect.poll(() => output).toContain(`lacks ${LAST_MIGRATION}`);
      await service.db('migration').insert({ name: LAST_MIGRATION, batch: 1, migration_time: new Date() });
      expect(await working).toEqual({ type: 'working' });
      await expect.poll(() => output).toContain('worker started');
      expect(output).not.toContain('database of a later version');
    } finally {
      const exited = new Promise((resolve) => worker.once('exit', resolve));
      worker.kill('SIGTERM');
      await exited;
    }
  });

  test('with later migrations: the service starts', { tags: ['slow'] }, async () => {
    await service.db('migration').insert({ name: '9999-later', batch: 2, migration_time: new Date() });
    const { child, exited } = await startServiceProcess(service.databaseUrl, { WORKER: '0' });
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
  });
});

import { cpSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect } from '../connect.ts';
import { testDatabase } from '../test-database.ts';
import { createDataFolder, type DataFolder, Launch, waitForExit } from './fixtures/launch.ts';
import { serverUrl } from './server/paths.ts';

let installedData: DataFolder;
let data: DataFolder;
let launches: Launch[] = [];

beforeAll(async () => {
  installedData = createDataFolder();
  const launch = new Launch(installedData.folder);
  await launch.url().finally(() => launch.kill('SIGTERM'));
  expect(await launch.exited).toBe(0);
});
afterAll(() => installedData.remove());
beforeEach(() => {
  data = createDataFolder();
  launches = [];
});
afterEach(async () => {
  await Promise.all(launches.map((launch) => launch.kill('SIGKILL')));
  await data.remove();
});

function start(env: NodeJS.ProcessEnv = {}, underShell = false): Launch {
  const launch = new Launch(data.folder, env, underShell);
  launches.push(launch);
  return launch;
}

function serverPid(): number {
  const pid = data.serverPid();
  if (!pid) throw new Error('No server runs on the data folder.');
  return pid;
}

async function query(sql: string): Promise<unknown> {
  const connection = await connect(serverUrl(data.paths.socket, 'gazetteer'));
  const [rows] = await connection.query(sql);
  await connection.end();
  return rows;
}

/** For tests that are not about a first start: copies an existing database, because creating one takes long. */
const copyInstalledData = () => cpSync(installedData.folder, data.folder, { recursive: true });

test('starts everything, prints the address and the accounts, and stops everything on SIGTERM', async () => {
  const launch = start();
  const url = await launch.url();
  const serviceEnv = await (await fetch(url)).json();
  expect(serviceEnv).toEqual({
    DATABASE_URL: serverUrl(data.paths.socket, 'gazetteer'),
    DEMO: '1',
    JWT_SECRET: data.read('jwt-secret'),
    JWT_SECRET_FILE: '',
    MAIL_DIR: path.join(data.folder, 'mail'),
    SECRETS_KEY: data.read('secrets-key'),
    SMTP_URL: '',
  });
  expect(JSON.parse(data.read('run.json'))).toMatchObject({ pid: launch.child.pid, url });
  expect(launch.output).toMatch(/admin +everything[\s\S]*gazetteer-demo/);
  expect(launch.output).toMatch(/emails are written to .+\/mail\./);
  expect(launch.output).not.toContain('setup=');
  const steps = [...launch.output.matchAll(/^\[(\d)\/7\]/gm)].map(([, number]) => Number(number));
  expect([...new Set(steps)]).toEqual([1, 2, 3, 4, 5, 6, 7]);
  // On a new database secrets are encrypted from the start.
  expect(await query('SELECT id FROM secrets_encryption')).toEqual([{ id: 1 }]);
  const pid = serverPid();
  expect(await launch.kill('SIGTERM')).toBe(0);
  expect(await waitForExit(pid)).toBe(true);
  await expect(fetch(url)).rejects.toThrow();
  expect(() => data.read('run.json')).toThrow('ENOENT');
});

test('the secret is created once and readable only by its owner', { tags: ['slow'] }, async () => {
  const first = start();
  await first.url();
  const secret = data.read('jwt-secret');
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(statSync(path.join(data.folder, 'jwt-secret')).mode & 0o777).toBe(0o600);
  await first.kill('SIGINT');
  const second = start();
  await second.url();
  expect(data.read('jwt-secret')).toBe(secret);
});

test('the database has no network access and a folder that only its owner may enter', {
  tags: ['slow'],
}, async () => {
  await start().url();
  expect(await query('SELECT @@skip_networking AS skipped, @@innodb_flush_log_at_trx_commit AS durable')).toEqual([
    { skipped: 1, durable: 1 },
  ]);
  expect(statSync(data.paths.data).mode & 0o777).toBe(0o700);
});

test('the next start takes over the database of a killed start with all of its data', async () => {
  copyInstalledData();
  const killed = start();
  const url = await killed.url();
  const pid = serverPid();
  await query("UPDATE country SET name = 'Changed' WHERE code = 'CN'");
  await killed.kill('SIGKILL');
  const next = start();
  await next.url();
  expect(next.output).toContain('took over the server');
  expect(serverPid()).toBe(pid);
  expect(await query("SELECT name FROM country WHERE code = 'CN'")).toEqual([{ name: 'Changed' }]);
  await expect(fetch(url)).rejects.toThrow();
  expect(await next.kill('SIGTERM')).toBe(0);
  expect(await waitForExit(pid)).toBe(true);
});

test('acknowledged writes survive a kill of the database', { tags: ['slow'] }, async () => {
  copyInstalledData();
  const killed = start();
  await killed.url();
  const pid = serverPid();
  await query("DELETE FROM country WHERE code = 'AQ'");
  process.kill(pid, 'SIGKILL');
  await killed.waitForOutput(/The database stopped by itself/);
  expect(await killed.exited).toBe(1);
  await start().url();
  expect(await query("SELECT name FROM country WHERE code = 'AQ'")).toEqual([]);
  expect(await query('SELECT COUNT(*) AS n FROM country')).toEqual([{ n: 249 }]);
});

test('a second start in the same folder fails and names the address of the first', async () => {
  copyInstalledData();
  const url = await start().url();
  const second = start();
  expect(await second.exited).toBe(1);
  expect(second.output).toContain(`already runs in this folder, at ${url}`);
  expect((await fetch(url)).status).toBe(200);
});

test('only one of two simultaneous starts runs', async () => {
  const starts = [start(), start()];
  const refused = await Promise.race(starts.map(async (launch) => ({ launch, code: await launch.exited })));
  expect(refused.code).toBe(1);
  expect(refused.launch.output).toContain('already runs in this folder');
  await starts.find((launch) => launch !== refused.launch)?.url();
});

test('a signal during the start leaves nothing running', { tags: ['slow'] }, async () => {
  const launch = start();
  await launch.waitForOutput(/starting MariaDB|starting MySQL/);
  expect(await launch.kill('SIGTERM')).toBe(0);
  expect(data.serverPid()).toBeUndefined();
});

test('under npm, stops when the parent shell exits, because npm signals only the shell', {
  tags: ['slow'],
}, async () => {
  copyInstalledData();
  const launch = start({ npm_lifecycle_event: 'start' }, true);
  const url = await launch.url();
  await launch.kill('SIGTERM');
  expect(launch.output).toContain('Stopping');
  expect(data.serverPid()).toBeUndefined();
  await expect(fetch(url)).rejects.toThrow();
});

test('a service that cannot start prints the reason, and the database is stopped', { tags: ['slow'] }, async () => {
  copyInstalledData();
  const launch = start({ METRICS_TOKEN: 'refused-by-the-stand-in' });
  expect(await launch.exited).toBe(1);
  expect(launch.output).toContain('The service does not like its token.');
  expect(data.serverPid()).toBeUndefined();
});

test('a user’s own database is used, seeded without demo accounts, and left running', async () => {
  const ownDatabase = testDatabase();
  const ownSettings = {
    DATABASE_URL: ownDatabase.url,
    JWT_SECRET: 'a secret of one’s own, long enough',
    SMTP_URL: 'smtp://mail:25',
  };
  const secretFile = path.join(data.folder, 'mounted-secret');
  writeFileSync(secretFile, `${ownSettings.JWT_SECRET}\n`);
  const launch = start({ ...ownSettings, JWT_SECRET: '', JWT_SECRET_FILE: secretFile, DEMO: '1' });
  const serviceEnv = await (await fetch(await launch.url())).json();
  expect(serviceEnv).toEqual({
    ...ownSettings,
    JWT_SECRET_FILE: '',
    SECRETS_KEY: '',
    DEMO: '',
    MAIL_DIR: path.join(data.folder, 'mail'),
  });
  expect(launch.output).toContain(`${await launch.url()}/register?setup=one-time-token`);
  expect(launch.output).not.toContain('emails are written');
  expect(launch.output).not.toContain('gazetteer-demo');
  expect(await ownDatabase.knex('user')).toEqual([]);
  expect(await launch.kill('SIGTERM')).toBe(0);
  expect(await ownDatabase.knex('country').count({ n: '*' })).toEqual([{ n: 250 }]);
  await ownDatabase.drop();
});

test.each([
  ['', 'JWT_SECRET is required'],
  ['x'.repeat(31), 'JWT_SECRET is too short'],
])('DATABASE_URL with JWT_SECRET “%s” is refused without touching the database', async (secret, message) => {
  const ownDatabase = testDatabase();
  const launch = start({ DATABASE_URL: ownDatabase.url, JWT_SECRET: secret });
  expect(await launch.exited).toBe(1);
  expect(launch.output).toContain(message);
  const server = await connect(process.env.TEST_DATABASE_SERVER ?? '');
  const [found] = await server.query('SHOW DATABASES LIKE ?', [new URL(ownDatabase.url).pathname.slice(1)]);
  await server.end();
  expect(found).toEqual([]);
});

test('programs that are run by hand start the database if nothing runs, and after a restore only then', {
  tags: ['slow'],
}, async () => {
  const maintenance = (PROGRAM: string) => {
    const launch = new Launch(data.folder, { PROGRAM }, false, 'start-with-fake-maintenance.mjs');
    launches.push(launch);
    return launch;
  };
  const withoutData = maintenance('after-restore');
  expect(await withoutData.exited).toBe(1);
  expect(withoutData.output).toMatch(/There is no database in/);

  copyInstalledData();
  const stopped = maintenance('after-restore');
  expect([await stopped.exited, stopped.output]).toEqual([0, expect.stringContaining('It has users.')]);
  expect(data.serverPid()).toBeUndefined();

  const running = start();
  await running.url();
  const refused = maintenance('after-restore');
  expect(await refused.exited).toBe(1);
  expect(refused.output).toMatch(/Gazetteer runs on the data in .*Stop it first\./);
  const beside = maintenance('encrypt-secrets');
  expect([await beside.exited, beside.output]).toEqual([0, expect.stringContaining('It has users.')]);
  expect(await running.kill('SIGTERM')).toBe(0);
});

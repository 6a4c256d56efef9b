import { cpSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect } from '../connect.ts';
import { testDatabase } from '../test-database.ts';
import { createDataFolder, type DataFolder, Launch, waitForExit } from './fixtures/launch.ts';
import { serverUrl } from './server/paths.ts';

let installed: DataFolder;
let data: DataFolder;
let launches: Launch[] = [];

beforeAll(async () => {
  installed = createDataFolder();
  const launch = new Launch(installed.folder);
  await launch.url().finally(() => launch.kill('SIGTERM'));
  expect(await launch.exited).toBe(0);
});
afterAll(() => installed.remove());
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

/** For what is not about a first start: the database is there, which takes longest to make. */
const useInstalled = () => cpSync(installed.folder, data.folder, { recursive: true });

test('starts everything, says where it is and as whom to sign in, and SIGTERM stops all of it', async () => {
  const launch = start();
  const url = await launch.url();
  const passedOn = await (await fetch(url)).json();
  expect(passedOn).toEqual({
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
  // nothing that could not read them has run on a new database
  expect(await query('SELECT id FROM secrets_encryption')).toEqual([{ id: 1 }]);
  const pid = serverPid();
  expect(await launch.kill('SIGTERM')).toBe(0);
  expect(await waitForExit(pid)).toBe(true);
  await expect(fetch(url)).rejects.toThrow();
  expect(() => data.read('run.json')).toThrow('ENOENT');
});

test('the secret is made once, for its owner only', { tags: ['slow'] }, async () => {
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

test('the database is out of reach of others: no network, and a folder only its owner may enter', {
  tags: ['slow'],
}, async () => {
  await start().url();
  expect(await query('SELECT @@skip_networking AS skipped, @@innodb_flush_log_at_trx_commit AS durable')).toEqual([
    { skipped: 1, durable: 1 },
  ]);
  expect(statSync(data.paths.data).mode & 0o777).toBe(0o700);
});

test('a killed start leaves its database, which the next one takes over with all that was written', async () => {
  useInstalled();
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

test('after a kill of the database too, acknowledged writes are there', { tags: ['slow'] }, async () => {
  useInstalled();
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

test('a second start in the same folder is told where the first is', async () => {
  useInstalled();
  const url = await start().url();
  const second = start();
  expect(await second.exited).toBe(1);
  expect(second.output).toContain(`already runs in this folder, at ${url}`);
  expect((await fetch(url)).status).toBe(200);
});

test('of two starts at the same moment one runs', async () => {
  const both = [start(), start()];
  const refused = await Promise.race(both.map(async (launch) => ({ launch, code: await launch.exited })));
  expect(refused.code).toBe(1);
  expect(refused.launch.output).toContain('already runs in this folder');
  await both.find((launch) => launch !== refused.launch)?.url();
});

test('a signal in the midst of the start leaves nothing running', { tags: ['slow'] }, async () => {
  const launch = start();
  await launch.waitForOutput(/starting MariaDB|starting MySQL/);
  expect(await launch.kill('SIGTERM')).toBe(0);
  expect(data.serverPid()).toBeUndefined();
});

test('under npm the end of the shell between is a signal, as npm’s own goes no further', {
  tags: ['slow'],
}, async () => {
  useInstalled();
  const launch = start({ npm_lifecycle_event: 'start' }, true);
  const url = await launch.url();
  await launch.kill('SIGTERM');
  expect(launch.output).toContain('Stopping');
  expect(data.serverPid()).toBeUndefined();
  await expect(fetch(url)).rejects.toThrow();
});

test('a service that cannot start says why, and takes the database with it', { tags: ['slow'] }, async () => {
  useInstalled();
  const launch = start({ METRICS_TOKEN: 'refused-by-the-stand-in' });
  expect(await launch.exited).toBe(1);
  expect(launch.output).toContain('The service does not like its token.');
  expect(data.serverPid()).toBeUndefined();
});

test('a database of the user’s own is used, seeded without demo accounts, and left running', async () => {
  const own = testDatabase();
  const mine = { DATABASE_URL: own.url, JWT_SECRET: 'a secret of one’s own, long enough', SMTP_URL: 'smtp://mail:25' };
  const mounted = path.join(data.folder, 'mounted-secret');
  writeFileSync(mounted, `${mine.JWT_SECRET}\n`);
  const launch = start({ ...mine, JWT_SECRET: '', JWT_SECRET_FILE: mounted, DEMO: '1' });
  const passedOn = await (await fetch(await launch.url())).json();
  expect(passedOn).toEqual({
    ...mine,
    JWT_SECRET_FILE: '',
    SECRETS_KEY: '',
    DEMO: '',
    MAIL_DIR: path.join(data.folder, 'mail'),
  });
  expect(launch.output).toContain(`${await launch.url()}/register?setup=one-time-token`);
  expect(launch.output).not.toContain('emails are written');
  expect(launch.output).not.toContain('gazetteer-demo');
  expect(await own.knex('user')).toEqual([]);
  expect(await launch.kill('SIGTERM')).toBe(0);
  expect(await own.knex('country').count({ n: '*' })).toEqual([{ n: 250 }]);
  await own.drop();
});

test.each([
  ['', 'JWT_SECRET is required'],
  ['x'.repeat(31), 'JWT_SECRET is too short'],
])('DATABASE_URL with JWT_SECRET “%s” is refused, the database untouched', async (secret, message) => {
  const own = testDatabase();
  const launch = start({ DATABASE_URL: own.url, JWT_SECRET: secret });
  expect(await launch.exited).toBe(1);
  expect(launch.output).toContain(message);
  const server = await connect(process.env.TEST_DATABASE_SERVER ?? '');
  const [found] = await server.query('SHOW DATABASES LIKE ?', [new URL(own.url).pathname.slice(1)]);
  await server.end();
  expect(found).toEqual([]);
});

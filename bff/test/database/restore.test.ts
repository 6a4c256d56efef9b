import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { emptyReplica, pull } from '../../example-receiver/replica.ts';
import { connect, connectionOptionsOf } from '../../src/database/database.ts';
import { createSecretCodec, encryptSecrets } from '../../src/secrets.ts';
import { sequenceAll } from '../feed/changes.ts';
import { createClient } from '../kit/client.ts';
import { databaseUrl, dropDatabases, useDatabase } from '../kit/database/database.ts';
import { startServiceProcess } from '../kit/processes.ts';
import { demoPassword as password } from '../kit/service.ts';
import { enrolSecondFactor, totpCode } from '../session/second-factors.ts';

const run = promisify(execFile);
const bffFolder = path.join(import.meta.dirname, '../..');
const SECRETS_KEY = 'k'.repeat(32);

const { name: database, url, db } = await useDatabase();
let folder: string;
let dump: string;

/** What was there when the backup was made, and after it. */
const before = { cursor: '', token: '', secret: '', version: 0, country: 0, pushed: 0 };
const replica = emptyReplica();
let subscriber: { id: number; token: string };

/** The options of the command-line clients that name the server. */
function clientArguments(): string[] {
  const { user, password: secret, ...place } = connectionOptionsOf(url);
  const server =
    'socketPath' in place ? [`--socket=${place.socketPath}`] : [`--host=${place.host}`, `--port=${place.port}`];
  return [...server, `--user=${user}`, ...(secret ? [`--password=${secret}`] : [])];
}

/** Returns the command, in the name that MariaDB or MySQL gives it. */
async function findCommand(...names: string[]): Promise<string> {
  for (const name of names)
    if (
      await run(name, ['--version']).then(
        () => true,
        () => false,
      )
    )
      return name;
  throw new Error(`None of ${names.join(', ')} is installed; on Debian, they are in mariadb-client.`);
}

/** Loads the dump into a database of its own, and returns its URL. */
async function restore(name: string): Promise<string> {
  await db.raw('CREATE DATABASE ??', [name]);
  onTestFinished(() => dropDatabases(name));
  const client = spawn(await findCommand('mariadb', 'mysql'), [...clientArguments(), name], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const exited = once(client, 'exit');
  await pipeline(createReadStream(dump), client.stdin);
  expect(await exited).toEqual([0, null]);
  return databaseUrl(name);
}

const runAfterRestore = (restoredUrl: string, env: Record<string, string>, ...args: string[]) =>
  run(process.execPath, ['dist/after-restore.js', ...args], {
    cwd: bffFolder,
    env: { PATH: process.env.PATH ?? '', DATABASE_URL: restoredUrl, ...env },
  });

/** Starts the built service on a database until the end of the test. */
async function start(serviceUrl: string, key = SECRETS_KEY) {
  const service = await startServiceProcess(serviceUrl, { SECRETS_KEY: key });
  onTestFinished(async () => {
    service.child.kill('SIGTERM');
    await service.exited;
  });
  const signIn = async (username: string) => {
    const { token } = await createClient(service.url).ok('login', { body: { username, password } });
    return Object.assign(createClient(service.url, token), { token });
  };
  return { url: service.url, signIn };
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'gazetteer-restore-'));
  dump = path.join(folder, 'dump.sql');
  await encryptSecrets(db, createSecretCodec([SECRETS_KEY]));
  await sequenceAll(db);
  const service = await startServiceProcess(url, { SECRETS_KEY, WORKER: '0' });
  const signIn = async (username: string) =>
    (await createClient(service.url).ok('login', { body: { username, password } })).token;
  const [admin, editor] = [await signIn('admin'), await signIn('editor')].map((token) =>
    createClient(service.url, token),
  );
  if (!admin || !editor) throw new Error('Nobody is signed in.');
  const body = { name: 'replica', url: null, entities: ['country' as const], active: true };
  const { record, token } = await admin.ok('createSubscriber', { body }, 201);
  const pushed = { ...body, name: 'pushed', url: 'http://127.0.0.1:9/changes' };
  before.pushed = (await admin.ok('createSubscriber', { body: pushed }, 201)).record.id;
  subscriber = { id: record.id, token };
  before.token = await signIn('viewer');
  before.secret = await enrolSecondFactor(createClient(service.url, await signIn('reviewer')), password);
  const { record: country } = await editor.ok('createCountry', { body: { code: 'QX', name: 'Before' } }, 201);
  await sequenceAll(db);
  await pull(replica, { url: service.url, token });
  before.cursor = replica.cursor ?? '';

  const program = await findCommand('mariadb-dump', 'mysqldump');
  const client = spawn(program, [...clientArguments(), '--single-transaction', '--hex-blob', database], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(client, 'exit');
  await pipeline(client.stdout, createWriteStream(dump));
  expect(await exited).toEqual([0, null]);

  // what the backup lacks, and the replica has
  let version = country.version;
  for (const name of ['Lost', 'Lost too', 'Lost as well']) {
    await editor.ok('updateCountry', { path: { id: country.id }, ifMatch: version, body: { code: 'QX', name } });
    version++;
  }
  await editor.ok('createCountry', { body: { code: 'QW', name: 'Lost' } }, 201);
  await createClient(service.url, before.token).ok('logout');
  await sequenceAll(db);
  await pull(replica, { url: service.url, token });
  Object.assign(before, { version, country: country.id });
  service.child.kill('SIGTERM');
  await service.exited;
});
afterAll(() => rm(folder, { recursive: true }));

describe('a database restored from a dump', () => {
  test('begins a new epoch, of which replicas are told, also later, and ends sessions that had been ended', async () => {
    const restoredUrl = await restore(`${database}_restored`);
    const { stdout } = await runAfterRestore(restoredUrl, { SECRETS_KEY });
    expect(stdout).toMatch(/sessions have ended.*\n.*has begun epoch \d{14,}/);
    const service = await start(restoredUrl);
    await createClient(service.url, before.token).expectRefusal('getProfile', {}, 'unauthorized');
    // a replica with a cursor from before the backup reads on and learns of the epoch, also before the next change
    const old = await fetch(`${service.url}/dc/api/v1/changes?cursor=${before.cursor}`, {
      headers: { Authorization: `Bearer ${subscriber.token}` },
    });
    const { items, epoch } = Object(await old.json()).data;
    expect([old.status, items]).toEqual([200, []]);
    expect(epoch).toBeGreaterThan(1e13);
    const editor = await service.signIn('editor');
    // more changes than were lost, so that the feed is beyond the replica's cursor by their number
    let [version, lastName] = [1, ''];
    for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']) {
      const { version: current } = (await editor.ok('getCountry', { path: { id: before.country } })).record;
      [version, lastName] = [current + 1, name];
      await editor.ok('updateCountry', {
        path: { id: before.country },
        ifMatch: current,
        body: { code: 'QX', name },
      });
    }
    expect(version).toBeGreaterThan(before.version);
    const source = { url: service.url, token: subscriber.token };
    const lost = await fetch(`${service.url}/dc/api/v1/changes?cursor=${replica.cursor}`, {
      headers: { Authorization: `Bearer ${subscriber.token}` },
    });
    expect([lost.status, Object(await lost.json()).data.fields]).toMatchObject([422, [{ rule: 'beyondHead' }]]);

    const stored = () => replica.newest.get(`country/${before.country}`);
    expect(stored()?.record).toMatchObject({ name: 'Lost as well' });
    await expect
      .poll(async () => {
        await pull(replica, source);
        return stored();
      })
      .toMatchObject({ version, record: { name: lastName } });
    expect([...replica.newest.values()].filter(({ record }) => Object(record).code === 'QW')).toEqual([]);
    expect(replica.epoch).toBe(epoch);
  });

  test('is left as it is without its key, with words about what to do', async () => {
    const restoredUrl = await restore(`${database}_without_key`);
    const restored = connect(restoredUrl, 1);
    onTestFinished(() => restored.destroy());
    const openSessions = () => restored('session').whereNull('revoke_time').count({ n: '*' }).first();
    const count = await openSessions();
    for (const env of [{}, { SECRETS_KEY: 'x'.repeat(32) }]) {
      const refusal = await runAfterRestore(restoredUrl, env).then(undefined, (error) => error);
      expect(refusal).toMatchObject({ code: 1, stderr: expect.stringMatching(/SECRETS_KEY lacks.*--discard-secrets/) });
    }
    expect(await openSessions()).toEqual(count);
    expect((await restored('feed_mark').where('name', 'epoch').first('position')).position).toBe(0);
  });

  test('is left as it is if its secrets are to be discarded without a new key', async () => {
    const restoredUrl = await restore(`${database}_no_new_key`);
    const restored = connect(restoredUrl, 1);
    onTestFinished(() => restored.destroy());
    const secretCount = () => restored('user').whereNotNull('totp_secret').count({ n: '*' }).first();
    const count = await secretCount();
    const refusal = await runAfterRestore(restoredUrl, {}, '--discard-secrets').then(undefined, (error) => error);
    expect(refusal).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^SECRETS_KEY is missing.* Set it to a new key\.\n$/),
    });
    expect(await secretCount()).toEqual(count);
  });

  test('goes on without its key once the secrets are discarded', { tags: ['slow'] }, async () => {
    const restoredUrl = await restore(`${database}_discarded`);
    const newKey = 'n'.repeat(32);
    const { stdout } = await runAfterRestore(restoredUrl, { SECRETS_KEY: newKey }, '--discard-secrets');
    expect(stdout).toContain('reviewer signs in without a second factor');
    expect(stdout).toContain('The subscriber replica, which only pulls, stays as it is');
    expect(stdout).toContain('The subscriber pushed is switched off');
    const service = await start(restoredUrl, newKey);
    const reviewer = await service.signIn('reviewer');
    const secret = await enrolSecondFactor(reviewer, password);
    const { challenge } = await createClient(service.url).ok(
      'login',
      { body: { username: 'reviewer', password } },
      202,
    );
    await createClient(service.url).ok('loginTotp', { body: { challenge, code: totpCode(secret) } });
    const admin = await service.signIn('admin');
    const isActive = async (id: number) => (await admin.ok('getSubscriber', { path: { id } })).record.active;
    expect(await Promise.all([subscriber.id, before.pushed].map(isActive))).toEqual([true, false]);
    await pull(replica, { url: service.url, token: subscriber.token });
    await admin.ok('exchangeSubscriberSecret', { path: { id: before.pushed } });
  });
});

test('a database that cannot be used is the only thing named, without advice about keys', async () => {
  const missingSocket = path.join(folder, 'mysql.sock');
  const unreachable = `mysql://root@localhost/gazetteer?socketPath=${encodeURIComponent(missingSocket)}`;
  const empty = `${database}_empty`;
  await db.raw('CREATE DATABASE ??', [empty]);
  onTestFinished(() => dropDatabases(empty));
  for (const [useless, reason] of [
    [unreachable, `The database is out of reach (ENOENT). connect ENOENT ${missingSocket}`],
    [databaseUrl(`${database}_absent`), 'The database is not set up yet.'],
    [databaseUrl(empty), 'The database is not set up yet.'],
  ] as const) {
    const refusal = await runAfterRestore(useless, { SECRETS_KEY }).then(undefined, (error) => error);
    expect(refusal).toMatchObject({ code: 1, stderr: expect.stringContaining(reason) });
    expect(refusal.stderr).not.toMatch(/key|discard/);
  }
});

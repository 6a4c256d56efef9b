import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { emptyReplica, pull } from '../../example-receiver/replica.ts';
import type { Schemas } from '../../src/http/contract.ts';
import type { Client } from '../kit/client.ts';
import { type Service, startService } from '../kit/service.ts';
import { createTestPusher } from '../push/worker.ts';
import { createSubscriberClient } from '../sync/subscribers.ts';
import { sequenceAll } from './changes.ts';

const run = promisify(execFile);
const program = fileURLToPath(new URL('../../example-receiver/replica.py', import.meta.url));

let service: Service;
let editor: Client;
let subscribers: Awaited<ReturnType<typeof createSubscriberClient>>;
let folder: string;
let environment: Record<string, string>;
let created: { id: number; secret: string; token: string };

/** Installs Python where it is missing: a skipped test would look like a passed one. */
async function requirePython(): Promise<void> {
  const works = () =>
    run('python3', ['--version']).then(
      () => true,
      () => false,
    );
  if (await works()) return;
  await run('apt-get', ['install', '--yes', '--no-install-recommends', 'python3-minimal', 'libpython3-stdlib']);
  if (!(await works())) throw new Error('python3 is missing and could not be installed.');
}

beforeAll(async () => {
  await requirePython();
  service = await startService();
  editor = await service.as('editor');
  subscribers = await createSubscriberClient(service);
  folder = await mkdtemp(path.join(os.tmpdir(), 'gazetteer-replica-'));
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

let count = 0;
beforeEach(async () => {
  const body = { name: `replica-${++count}`, url: null, entities: ['country' as const, 'city' as const], active: true };
  const { record, secret, token } = await subscribers.manager.ok('createSubscriber', { body }, 201);
  created = { id: record.id, secret, token };
  environment = {
    PATH: process.env.PATH ?? '',
    GAZETTEER: service.url,
    TOKEN: token,
    WEBHOOK_SECRET: secret,
    DATABASE: path.join(folder, `${count}.db`),
    PORT: '0',
  };
});

type Kept = { version: number; record: object | null };
const python = (command: string) => run('python3', [program, command], { env: environment, maxBuffer: 2 ** 26 });
const dump = async () => {
  const lines = (await python('dump')).stdout.split('\n').filter(Boolean);
  const rows = lines.map((line): Kept & { entity: string; recordId: number } => JSON.parse(line));
  return new Map(rows.map(({ entity, recordId, version, record }) => [`${entity}/${recordId}`, { version, record }]));
};

/** What the API says is there now. */
const readRecord = async (id: number) => (await editor.ok('getCountry', { path: { id } })).record;

/** Creates, changes, renames and deletes countries; returns those that remain, and one that is gone. */
async function change(prefix: string) {
  const kept = await createCountry(`${prefix}A`);
  const gone = await createCountry(`${prefix}B`);
  await updateCountry(kept, { name: 'Changed' });
  const renamed = await updateCountry(await readRecord(kept.id), { code: `${prefix}C` });
  await editor.ok('deleteCountry', { path: { id: gone.id }, ifMatch: gone.version });
  await sequenceAll(service.db);
  return { kept: renamed, gone };
}

type Country = Schemas['Country'];
const createCountry = async (code: string): Promise<Country> => {
  const { record } = await editor.ok('createCountry', { body: { code, name: code } }, 201);
  return record;
};
const updateCountry = async ({ id, version, code, name }: Country, changes: object): Promise<Country> => {
  await editor.ok('updateCountry', { path: { id }, ifMatch: version, body: { code, name, ...changes } });
  return readRecord(id);
};

test('the replicas in TypeScript and Python have what the API has: by snapshot, by feed, and after their cursor expired', async () => {
  const replica = emptyReplica();
  const source = { url: service.url, token: created.token };
  const pullBoth = () => Promise.all([pull(replica, source), python('pull')]);
  const before = await createCountry('QZ');
  await sequenceAll(service.db);
  await pullBoth();
  expect(replica.newest.get(`country/${before.id}`)?.record).toEqual(before);
  expect(replica.newest.size).toBeGreaterThan(200);
  expect(await dump()).toEqual(replica.newest);

  const { kept, gone } = await change('Y');
  await pullBoth();
  expect(replica.newest.get(`country/${kept.id}`)).toEqual({ version: kept.version, record: kept });
  expect(replica.newest.get(`country/${gone.id}`)).toMatchObject({ record: null });
  expect(await dump()).toEqual(replica.newest);

  const later = await change('X');
  const head = await service.db('feed_mark').where('name', 'head').first('position');
  await service
    .db('feed_mark')
    .where('name', 'pruned')
    .update('position', head.position - 1);
  await pullBoth();
  expect(replica.newest.get(`country/${later.kept.id}`)?.record).toEqual(later.kept);
  expect(replica.newest.has(`country/${later.gone.id}`)).toBe(false);
  expect(await dump()).toEqual(replica.newest);
});

test('the Python receiver stores what is pushed, whatever comes twice or late, and refuses other signatures', async () => {
  await python('pull');
  const receiver = spawn('python3', [program, 'receive'], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void receiver.kill());
  const [line] = await once(receiver.stdout, 'data');
  const url = String(line).trim();
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(400);

  const { record } = await subscribers.manager.ok('getSubscriber', { path: { id: created.id } });
  await subscribers.update(record, { url });
  const pusher = createTestPusher(service.db);
  onTestFinished(() => pusher.stop());
  const { kept, gone } = await change('W');
  await pusher.drain();
  const expectReplica = async () => {
    const stored = await dump();
    expect(stored.get(`country/${kept.id}`)).toEqual({ version: kept.version, record: kept });
    expect(stored.get(`country/${gone.id}`)?.record).toBeNull();
  };
  await expectReplica();
  // everything once more, as after a replay
  await service.db('sync_lane').where('subscriber_id', created.id).decrement({ position: 5, ordinal: 5 });
  await pusher.drain();
  await expectReplica();
});

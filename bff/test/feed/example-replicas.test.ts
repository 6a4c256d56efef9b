import { execFile, spawn, spawnSync } from 'node:child_process';
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
import { createTestPusher } from '../push/kit/worker.ts';
import { createSubscriberClient } from '../sync/subscribers.ts';
import { sequenceAll } from './changes.ts';

const run = promisify(execFile);
const pathOf = (name: string) => fileURLToPath(new URL(`../../example-receiver/${name}`, import.meta.url));

/** The programs that keep a replica in a file, and the commands that run them. */
const programs = {
  Python: ['python3', pathOf('replica.py')],
  Java: ['java', pathOf('Replica.java')],
} satisfies Record<string, [command: string, file: string]>;
type Language = keyof typeof programs;

// a JDK is large, so it is not installed for one example; the report shows these tests as skipped without one
const hasJava = spawnSync('javac', ['--version']).status === 0;
const languages: Language[] = hasJava ? ['Python', 'Java'] : ['Python'];

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
    REPLICA: path.join(folder, `${count}.tsv`),
    PORT: '0',
  };
});

type Kept = { version: number; record: object | null };
const runProgram = (language: Language, action: 'pull' | 'dump') => {
  const [command, file] = programs[language];
  return run(command, [file, action], { env: environment, maxBuffer: 2 ** 26 });
};
const dump = async (language: Language) => {
  const lines = (await runProgram(language, 'dump')).stdout.split('\n').filter(Boolean);
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

test.skipIf(hasJava)('the replica in Java is not tested, as there is no JDK', ({ skip }) => {
  skip('install default-jdk-headless to test it');
});

/** Letters with which codes begin that no country has: of what is pulled at first, of what is pulled later, and of what is pushed. */
const CODE_LETTERS: Record<Language, [string, string, string]> = { Python: ['Y', 'X', 'W'], Java: ['F', 'J', 'O'] };

for (const language of languages) {
  const [pulledFirst, pulledLater, pushed] = CODE_LETTERS[language];
  // the virtual machine starts a dozen times
  const options = { tags: language === 'Java' ? ['slow'] : [] };

  test(
    `the replicas in TypeScript and ${language} have what the API has: by snapshot, by feed, and after their cursor expired`,
    options,
    async () => {
      const replica = emptyReplica();
      const source = { url: service.url, token: created.token };
      const pullAll = async () => {
        await Promise.all([pull(replica, source), runProgram(language, 'pull')]);
        expect(await dump(language)).toEqual(replica.newest);
      };
      const before = await createCountry(`${pulledFirst}Z`);
      await sequenceAll(service.db);
      await pullAll();
      expect(replica.newest.get(`country/${before.id}`)?.record).toEqual(before);
      expect(replica.newest.size).toBeGreaterThan(200);

      const { kept, gone } = await change(pulledFirst);
      await pullAll();
      expect(replica.newest.get(`country/${kept.id}`)).toEqual({ version: kept.version, record: kept });
      expect(replica.newest.get(`country/${gone.id}`)).toMatchObject({ record: null });

      const later = await change(pulledLater);
      const head = await service.db('feed_mark').where('name', 'head').first('position');
      await service
        .db('feed_mark')
        .where('name', 'pruned')
        .update('position', head.position - 1);
      await pullAll();
      expect(replica.newest.get(`country/${later.kept.id}`)?.record).toEqual(later.kept);
      expect(replica.newest.has(`country/${later.gone.id}`)).toBe(false);
    },
  );

  test(
    `the receiver in ${language} stores what is pushed, whatever comes twice or late, and refuses other signatures`,
    options,
    async () => {
      await runProgram(language, 'pull');
      const [command, file] = programs[language];
      const receiver = spawn(command, [file, 'receive'], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
      onTestFinished(() => void receiver.kill());
      const [line] = await once(receiver.stdout, 'data');
      const url = String(line).trim();
      expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(400);

      const { record } = await subscribers.manager.ok('getSubscriber', { path: { id: created.id } });
      await subscribers.update(record, { url });
      const pusher = createTestPusher(service.db);
      onTestFinished(() => pusher.stop());
      const { kept, gone } = await change(pushed);
      await pusher.drain();
      const expectReplica = async () => {
        const stored = await dump(language);
        expect(stored.get(`country/${kept.id}`)).toEqual({ version: kept.version, record: kept });
        expect(stored.get(`country/${gone.id}`)?.record).toBeNull();
      };
      await expectReplica();
      // everything once more, as after a replay
      await service.db('sync_lane').where('subscriber_id', created.id).decrement({ position: 5, ordinal: 5 });
      await pusher.drain();
      await expectReplica();
    },
  );
}

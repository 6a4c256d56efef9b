import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect, type Database } from '../../src/database.ts';
import { post } from '../../src/mail/outbox.ts';
import { enqueue } from '../../src/tasks/queue.ts';
import { startWorker, type Worker } from '../../src/worker/start-worker.ts';
import { copyTemplate, dropDatabase } from '../kit/database.ts';
import { type Line, openLine } from '../kit/line.ts';

let database: { name: string; url: string };
let db: Database;
let line: Line;
let folder: string;
let lines: { level: number; msg: string }[];
const workers: Worker[] = [];

beforeAll(async () => {
  [database, line] = await Promise.all([copyTemplate(), openLine()]);
  db = connect(database.url);
});
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazetteer-worker-'));
  lines = [];
  await Promise.all([db('task').delete(), db('schedule').delete(), db('mail_outbox').delete()]);
});
afterEach(async () => {
  line.mend();
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  rmSync(folder, { recursive: true });
});
afterAll(async () => {
  await db.destroy();
  await line.close();
  await dropDatabase(database.name);
});

function start(url: string | undefined) {
  const log = pino({}, { write: (text) => void lines.push(JSON.parse(text)) });
  const databaseUrl = line.through(database.url);
  const worker = startWorker({ databaseUrl, log, smtpUrl: undefined, mailFolder: folder, url });
  workers.push(worker);
  return worker;
}
const statuses = (kind: string) => db('task').where({ kind }).pluck('status');
const within = { timeout: 30_000 };
const letter = { kind: 'approved', language: 'en', address: 'a@gazetteer.example' } as const;
const letters = () => readdirSync(folder).filter((name) => name.endsWith('.eml'));

test('a database that goes away is told once by all rounds together, and all go on when it is back', async () => {
  start(undefined);
  await expect.poll(() => statuses('retention'), within).toEqual(['done']);
  line.cut();
  const troubles = () => lines.filter(({ level }) => level >= 50).map(({ msg }) => msg);
  await expect.poll(troubles, within).toEqual(['database out of reach']);
  await enqueue(db, { kind: 'reindex', params: { entities: ['cabin'] }, by: 'test' });
  line.mend();
  await expect.poll(() => statuses('reindex'), within).toEqual(['done']);
  await expect.poll(() => lines.some(({ msg }) => msg === 'database within reach again'), within).toBe(true);
  expect(troubles()).toEqual(['database out of reach']);
});

test('letters wait for a worker that knows where the console is', async () => {
  await post(db, { ...letter, data: { displayName: 'Lin' } });
  const first = start(undefined);
  await expect.poll(() => statuses('retention'), within).toEqual(['done']);
  await first.stop();
  expect(await db('mail_outbox').pluck('attempts')).toEqual([0]);
  start('http://127.0.0.1:8080');
  await expect.poll(letters, within).toHaveLength(1);
});

test('a stop while the database is away ends all the same', async () => {
  const worker = start(undefined);
  await expect.poll(() => statuses('retention'), within).toEqual(['done']);
  line.cut();
  await worker.stop();
  workers.splice(0);
});

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { createImportProcesses } from '../../src/imports/process/import-processes.ts';
import { enqueueEmail } from '../../src/mail/outbox.ts';
import { enqueue } from '../../src/tasks/queue.ts';
import { startWorker, type Worker } from '../../src/worker/start-worker.ts';
import { useDatabase } from '../kit/database/database.ts';
import { startDatabaseProxy } from '../kit/database/database-proxy.ts';
import { importProgram } from '../kit/processes.ts';

const { db, url: databaseUrl } = await useDatabase();
const proxy = await startDatabaseProxy();
let folder: string;
let lines: { level: number; msg: string }[];
const workers: Worker[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazetteer-worker-'));
  lines = [];
  await Promise.all([db('task').delete(), db('schedule').delete(), db('mail_outbox').delete()]);
});
afterEach(async () => {
  proxy.restore();
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  rmSync(folder, { recursive: true });
});
afterAll(() => proxy.close());

function startTestWorker(url: string | undefined) {
  const log = pino({}, { write: (text) => void lines.push(JSON.parse(text)) });
  const worker = startWorker({
    databaseUrl: proxy.routeUrl(databaseUrl),
    databasePoolSize: 10,
    secretsKeys: [],
    log,
    smtpUrl: undefined,
    mailFolder: folder,
    url,
    importProcesses: createImportProcesses({ databaseUrl, log, program: importProgram }),
  });
  workers.push(worker);
  return worker;
}
const listStatuses = (kind: string) => db('task').where({ kind }).pluck('status');
const pollOptions = { timeout: 30_000 };
const email = { kind: 'approved', language: 'en', address: 'a@gazetteer.example' } as const;
const listEmails = () => readdirSync(folder).filter((name) => name.endsWith('.eml'));

test('an outage of the database is logged once for all queues, which continue afterwards', async () => {
  startTestWorker(undefined);
  await expect.poll(() => listStatuses('retention'), pollOptions).toEqual(['done']);
  proxy.disconnect();
  const errorMessages = () => lines.filter(({ level }) => level >= 50).map(({ msg }) => msg);
  await expect.poll(errorMessages, pollOptions).toEqual(['database unavailable']);
  await enqueue(db, { kind: 'reindex', params: { entities: ['cabin'] }, by: 'test' });
  proxy.restore();
  await expect.poll(() => listStatuses('reindex'), pollOptions).toEqual(['done']);
  await expect.poll(() => lines.some(({ msg }) => msg === 'database available again'), pollOptions).toBe(true);
  expect(errorMessages()).toEqual(['database unavailable']);
});

test('emails wait for a worker that is configured with the URL of the console', async () => {
  await enqueueEmail(db, { ...email, data: { displayName: 'Lin' } });
  const firstWorker = startTestWorker(undefined);
  await expect.poll(() => listStatuses('retention'), pollOptions).toEqual(['done']);
  await firstWorker.stop();
  expect(await db('mail_outbox').pluck('attempts')).toEqual([0]);
  startTestWorker('http://127.0.0.1:8080');
  await expect.poll(listEmails, pollOptions).toHaveLength(1);
});

test('a worker stops even while the database is unreachable', async () => {
  const worker = startTestWorker(undefined);
  await expect.poll(() => listStatuses('retention'), pollOptions).toEqual(['done']);
  proxy.disconnect();
  await worker.stop();
  workers.splice(0);
});

import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { enqueueEmail } from '../../src/mail/outbox.ts';
import { peekToken } from '../../src/session/one-time-tokens.ts';
import { stopwatch } from '../kit/cpu-steal.ts';
import { useDatabase } from '../kit/database.ts';
import { forkOptions, PROGRAMS, type ServiceProcess, startServiceProcess } from '../kit/process.ts';
import { sendQueuedEmails } from '../kit/sent-emails.ts';

const { db, url } = await useDatabase();
let folder: string;
let running: ServiceProcess[] = [];

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'gazetteer-mail-'));
  await db('mail_outbox').delete();
});
afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.map(({ exited }) => exited));
  running = [];
  rmSync(folder, { recursive: true });
});

const start = async (env: Record<string, string>) => {
  const started = await startServiceProcess(url, env);
  running.push(started);
  return started;
};
const approve = () =>
  enqueueEmail(db, { kind: 'approved', language: 'en', address: 'a@gazetteer.example', data: { displayName: 'Lin' } });
const attempts = async () => (await db('mail_outbox').first('attempts'))?.attempts;

test('a letter that a killed process had in hand is sent by the next one when its lease is over', async () => {
  // takes connections, and never says a word
  const mute = createServer();
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  // a TCP server's address is never a string
  const { port } = mute.address() as { port: number };
  const { child, exited } = await start({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  await approve();
  await expect.poll(attempts).toBe(1);
  child.kill('SIGKILL');
  await exited;
  mute.close();
  const { next_time } = await db('mail_outbox').first('next_time');
  const lease = next_time.getTime() - Date.now();
  expect(lease).toBeGreaterThan(30_000);
  expect(lease).toBeLessThanOrEqual(60_000);
  await db('mail_outbox').update({ next_time: new Date() });
  const [letter, ...others] = await sendQueuedEmails({ db, url: 'http://here' });
  expect({ letter, others }).toMatchObject({ letter: { kind: 'approved' }, others: [] });
});

test('a process carries letters of its own accord, and ends at once on SIGTERM', async () => {
  const { child, exited } = await start({ MAIL_DIR: folder });
  await approve();
  await expect.poll(() => readdirSync(folder).filter((name) => name.endsWith('.eml')).length).toBe(1);
  const since = stopwatch();
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
  expect(since()).toBeLessThan(4000);
});

/** What a process prints that nobody started: until it says where it is. */
async function printed(env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [PROGRAMS.service], {
    ...forkOptions(url, { PORT: '0', ...env }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    text += chunk;
    if (/^http/m.test(text)) child.kill('SIGTERM');
  }
  return text;
}

test('with nowhere to send to it says so once, and letters wait', async () => {
  await approve();
  const text = await printed({ SMTP_URL: '', MAIL_DIR: '' });
  expect(text.match(/letters wait in the outbox/g)).toHaveLength(1);
  expect(text).not.toContain('setup=');
  expect(await attempts()).toBe(0);
});

test('where no administrator is active, the address that makes one is told', async () => {
  await db('user').where('username', 'admin').update({ status: 'inactive' });
  const text = await printed({ MAIL_DIR: folder });
  const token = /^http:\/\/127\.0\.0\.1:\d+\/register\?setup=([\w-]{43})$/m.exec(text)?.[1] ?? '';
  expect(await peekToken(db, 'setup', token)).toMatchObject({ userId: null });
  await db('user').where('username', 'admin').update({ status: 'active' });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text as consumeText } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { enqueueEmail } from '../../src/mail/outbox.ts';
import { peekToken } from '../../src/session/one-time-tokens.ts';
import { startStopwatch } from '../kit/cpu-steal.ts';
import { useDatabase } from '../kit/database/database.ts';
import { forkOptions, PROGRAM_PATHS, type ServiceProcess, startServiceProcess } from '../kit/processes.ts';
import { sendQueuedEmails } from '../kit/sent-emails.ts';

const { db, url } = await useDatabase();
let folder: string;
let processes: ServiceProcess[] = [];

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'gazetteer-mail-'));
  await db('mail_outbox').delete();
});
afterEach(async () => {
  for (const { child } of processes) child.kill('SIGKILL');
  await Promise.all(processes.map(({ exited }) => exited));
  processes = [];
  rmSync(folder, { recursive: true });
});

const startProcess = async (env: Record<string, string>) => {
  const serviceProcess = await startServiceProcess(url, env);
  processes.push(serviceProcess);
  return serviceProcess;
};
const enqueueApproval = () =>
  enqueueEmail(db, { kind: 'approved', language: 'en', address: 'a@gazetteer.example', data: { displayName: 'Lin' } });
const readAttempts = async () => (await db('mail_outbox').first('attempts'))?.attempts;

test('an email of a killed process is sent by the next one after the lease', async () => {
  // This server accepts connections, but never answers.
  const silentServer = createServer();
  await new Promise<void>((resolve) => silentServer.listen(0, '127.0.0.1', resolve));
  // Cast: a TCP server's address is never a string.
  const { port } = silentServer.address() as { port: number };
  const { child, exited } = await startProcess({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  await enqueueApproval();
  await expect.poll(readAttempts).toBe(1);
  child.kill('SIGKILL');
  await exited;
  silentServer.close();
  const { next_time } = await db('mail_outbox').first('next_time');
  const leaseMs = next_time.getTime() - Date.now();
  expect(leaseMs).toBeGreaterThan(30_000);
  expect(leaseMs).toBeLessThanOrEqual(60_000);
  await db('mail_outbox').update({ next_time: new Date() });
  const [email, ...furtherEmails] = await sendQueuedEmails({ db, url: 'http://here' });
  expect(email).toMatchObject({ kind: 'approved' });
  expect(furtherEmails).toEqual([]);
});

test('a process sends emails by itself, and ends at once on SIGTERM', async () => {
  const { child, exited } = await startProcess({ MAIL_DIR: folder });
  await enqueueApproval();
  await expect.poll(() => readdirSync(folder).filter((name) => name.endsWith('.eml')).length).toBe(1);
  const elapsedMs = startStopwatch();
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
  expect(elapsedMs()).toBeLessThan(4000);
});

/** Starts a process without a parent, stops it once it has said its URL, and returns its output. */
async function readOutput(env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [PROGRAM_PATHS.service], {
    ...forkOptions(url, { PORT: '0', ...env }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    text += chunk;
    if (/"msg":"(service listening|no administrator)|^http/m.test(text)) child.kill('SIGTERM');
  }
  return text;
}

test('without a mail server the process logs it once, and emails wait', async () => {
  await enqueueApproval();
  const text = await readOutput({ SMTP_URL: '', MAIL_DIR: '' });
  expect(text.match(/emails wait in the outbox/g)).toHaveLength(1);
  expect(text).not.toContain('setup=');
  expect(await readAttempts()).toBe(0);
});

test('without an active administrator the process prints the one-time setup address', async () => {
  await db('user').where('username', 'admin').update({ status: 'inactive' });
  const text = await readOutput({ MAIL_DIR: folder, LOG_FORMAT: 'text' });
  const token = /^http:\/\/127\.0\.0\.1:\d+\/register\?setup=([\w-]{43})$/m.exec(text)?.[1] ?? '';
  expect(await peekToken(db, 'setup', token)).toMatchObject({ userId: null });
  await db('user').where('username', 'admin').update({ status: 'active' });
});

describe('outside a terminal', () => {
  const parseLines = (text: string): Record<string, unknown>[] =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));

  test('everything that a process prints is JSON, of the levels that were asked for', async () => {
    await db('user').where('username', 'admin').update({ status: 'inactive' });
    const lines = parseLines(await readOutput({ MAIL_DIR: folder }));
    const setupUrl = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/register\?setup=[\w-]{43}$/);
    expect(lines).toContainEqual(expect.objectContaining({ level: 30, msg: 'service listening' }));
    expect(lines).toContainEqual(expect.objectContaining({ level: 40, setupUrl }));
    const warnings = parseLines(await readOutput({ MAIL_DIR: folder, LOG_LEVEL: 'warn' }));
    expect(new Set(warnings.map(({ level }) => level))).toEqual(new Set([40]));
    const errors = parseLines(await readOutput({ MAIL_DIR: folder, LOG_LEVEL: 'error' }));
    expect(errors).toEqual([expect.objectContaining({ level: 40, setupUrl })]);
    await db('user').where('username', 'admin').update({ status: 'active' });
  });

  test.each(['service', 'worker'] as const)('a %s says as JSON why it cannot start', async (program) => {
    const child = spawn(process.execPath, [PROGRAM_PATHS[program]], {
      ...forkOptions(url, { LOG_LEVEL: 'loud', SMTP_URL: 'no address' }),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [text] = await Promise.all([consumeText(child.stdout), once(child, 'exit')]);
    expect(child.exitCode).toBe(1);
    const reason = expect.stringMatching(/^SMTP_URL must be .*\nLOG_LEVEL is “loud”/);
    expect(parseLines(text)).toEqual([expect.objectContaining({ level: 60, reason })]);
  });
});

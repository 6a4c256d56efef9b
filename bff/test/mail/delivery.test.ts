import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSettings } from '../../src/config/settings.ts';
import type { Database } from '../../src/database/database.ts';
import { enqueueEmail } from '../../src/mail/outbox.ts';
import { smtpTransport, type Transport } from '../../src/mail/transport.ts';
import { peekToken } from '../../src/session/one-time-tokens.ts';
import { createServiceMailer } from '../../src/worker/start-worker.ts';
import { insertUser } from '../kit/database/insert-users.ts';
import { type Service, startService } from '../kit/service.ts';
import { type MailServer, startMailServer } from './smtp.ts';

let service: Service;
let db: Database;
let server: MailServer;
const url = 'http://gazetteer.example';

beforeAll(async () => {
  service = await startService();
  db = service.db;
});
afterAll(() => service.stop());
beforeEach(async () => {
  server = await startMailServer();
  await db('mail_outbox').delete();
});
afterEach(() => server.close());

const logMessages: string[] = [];
const log = pino({}, { write: (line) => void logMessages.push(line) });
const startMailer = (transport: Transport = smtpTransport(server.url), leaseMs = 60_000) =>
  createServiceMailer({ db, settings: createSettings(db), url, log, transport, leaseMs });
const enqueueReset = (address: string) => enqueueEmail(db, { kind: 'reset', address, language: 'zh-CN' });
const readRow = () => db('mail_outbox').first('next_time', 'sent_time', 'attempts', 'error');
const makeDue = () => db('mail_outbox').whereNull('sent_time').update({ next_time: new Date() });
const secondsUntil = (time: Date) => (time.getTime() - Date.now()) / 1000;

test('an email arrives once, from the configured sender, with a working link', async () => {
  const user = await insertUser(db, []);
  await enqueueReset(user.email);
  await startMailer().drain();
  await startMailer().drain();
  expect(server.received).toHaveLength(1);
  const [{ from, to, mail, raw }] = server.received as [MailServer['received'][number]];
  expect({ from, to }).toEqual({ from: 'gazetteer@gazetteer.example', to: [user.email] });
  expect(mail.from).toMatchObject({ name: 'Gazetteer', address: 'gazetteer@gazetteer.example' });
  expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  const token = /login\?reset=([\w-]{43})\b/.exec(mail.text ?? '')?.[1] ?? '';
  expect(await peekToken(db, 'reset', token)).toMatchObject({ userId: user.id });
  expect(mail.html).toContain(`href="${url}/login?reset=${token}"`);
});

test('an email arrives once after an outage of the mail server', async () => {
  const { email } = await insertUser(db, []);
  const port = Number(new URL(server.url).port);
  const mailer = startMailer();
  await server.close();
  await enqueueReset(email);
  await mailer.drain();
  const { next_time, sent_time, error } = await readRow();
  expect({ sent_time, error }).toEqual({ sent_time: null, error: expect.stringContaining('ECONNREFUSED') });
  expect(Math.ceil(secondsUntil(next_time) / 10)).toBe(1);
  server = await startMailServer(port);
  await mailer.drain();
  expect(server.received).toEqual([]);
  await makeDue();
  await mailer.drain();
  await mailer.drain();
  expect(server.received.map(({ to }) => to)).toEqual([[email]]);
  expect(await readRow()).toMatchObject({ next_time: null, sent_time: expect.any(Date), attempts: 2, error: null });
});

describe('a refusal', () => {
  test.each([
    550, 451,
  ])('of %d is recorded, retried after growing pauses, and final after eight attempts', async (code) => {
    const { email } = await insertUser(db, []);
    server.refuse({ code, message: () => 'not now' });
    await enqueueReset(email);
    const pauses: number[] = [];
    for (let round = 1; round <= 8; round++) {
      await startMailer().drain();
      const { next_time, attempts, error } = await readRow();
      expect({ attempts, error }).toEqual({ attempts: round, error: expect.stringContaining(`${code} not now`) });
      // A busy machine reads the row a little later.
      pauses.push(next_time ? 10 * Math.ceil(secondsUntil(next_time) / 10) : 0);
      if (round < 8) await makeDue();
    }
    expect(pauses).toEqual([10, 60, 300, 1800, 7200, 21_600, 43_200, 0]);
    server.refuse(undefined);
    await startMailer().drain();
    expect(server.received).toEqual([]);
  });

  test('that quotes the email reveals its link neither in the outbox nor in the log', async () => {
    const { email } = await insertUser(db, []);
    let link = '';
    server.refuse({
      code: 554,
      message: (raw) => {
        link = /https?:\/\/\S+/.exec(raw.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[0] ?? '';
        return `blocked for ${link}`;
      },
    });
    logMessages.splice(0);
    await enqueueReset(email);
    await startMailer().drain();
    const token = /reset=([\w-]{43})/.exec(link)?.[1];
    expect(token).toBeDefined();
    expect((await readRow()).error).toContain('554 blocked for …');
    expect(logMessages).toHaveLength(1);
    expect(logMessages.join()).not.toContain(token);
    expect(logMessages.join()).not.toContain('http');
  });
});

test('simultaneous mailers send each email once', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => insertUser(db, [])));
  for (const { email } of people) await enqueueReset(email);
  await Promise.all([startMailer().drain(), startMailer().drain(), startMailer().drain()]);
  const addresses = server.received.flatMap(({ to }) => to);
  expect(addresses.sort()).toEqual(people.map(({ email }) => email).sort());
});

describe('a mailer that stops while sending', () => {
  test('leaves the email to another mailer after the lease', async () => {
    const { email } = await insertUser(db, []);
    await enqueueReset(email);
    let reportHandover = () => {};
    const handedOver = new Promise<void>((resolve) => {
      reportHandover = resolve;
    });
    // Sending never ends, as if the process had been killed.
    void startMailer(() => new Promise(() => reportHandover())).drain();
    await handedOver;
    expect(Math.ceil(secondsUntil((await readRow()).next_time) / 60)).toBe(1);
    await startMailer().drain();
    expect(server.received).toEqual([]);
    await makeDue();
    await startMailer().drain();
    expect(server.received).toHaveLength(1);
    expect(await readRow()).toMatchObject({ next_time: null, sent_time: expect.any(Date), attempts: 2 });
  });

  test('and fails after its lease does not cause a second delivery', async () => {
    const { email } = await insertUser(db, []);
    await enqueueReset(email);
    let failSending = (_error: Error) => {};
    let reportHandover = () => {};
    const handedOver = new Promise<void>((resolve) => {
      reportHandover = resolve;
    });
    const sendUntilFailed = () =>
      new Promise<void>((_, reject) => {
        failSending = reject;
        reportHandover();
      });
    const lateDrain = startMailer(sendUntilFailed, 0).drain();
    await handedOver;
    await startMailer().drain();
    failSending(new Error('too late'));
    await lateDrain;
    expect(server.received).toHaveLength(1);
    expect(await readRow()).toMatchObject({ next_time: null, sent_time: expect.any(Date), error: null });
  });
});

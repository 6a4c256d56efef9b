import { pino } from 'pino';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createSettings } from '../../src/config/settings.ts';
import { enqueueEmail } from '../../src/mail/outbox.ts';
import type { ComposedEmail, Transport } from '../../src/mail/transport.ts';
import { createServiceMailer, startRepeatedJobs } from '../../src/worker/start-worker.ts';
import { useDatabase } from '../kit/database/database.ts';
import { startDatabaseProxy } from '../kit/database/database-proxy.ts';

const { db: directDb, open, url } = await useDatabase();
const proxy = await startDatabaseProxy();
/** The connections of the mailer, which go through the proxy. */
const db = open(proxy.routeUrl(url));
afterAll(() => proxy.close());
beforeEach(() => directDb('mail_outbox').delete());

const enqueueApproval = () =>
  enqueueEmail(directDb, {
    kind: 'approved',
    language: 'en',
    address: 'a@gazetteer.example',
    data: { displayName: 'Lin' },
  });

const startMailRounds = (transport: Transport, lines: { level: number; msg: string }[] = [], graceMs?: number) => {
  const log = pino({}, { write: (text) => void lines.push(JSON.parse(text)) });
  const mailer = createServiceMailer({
    db,
    settings: createSettings(db),
    url: 'http://here',
    log,
    transport,
    ...(graceMs && { graceMs }),
  });
  return startRepeatedJobs([{ name: 'mail', pauseMs: 10, run: (stop) => mailer.drain(stop) }], log);
};

test('an outage of the database is logged once, and emails are sent again afterwards', async () => {
  const sentMails: ComposedEmail[] = [];
  const lines: { level: number; msg: string }[] = [];
  const stop = startMailRounds(async (mail) => void sentMails.push(mail), lines);
  const countErrors = () => lines.filter(({ level }) => level >= 50).length;
  await enqueueApproval();
  await expect.poll(() => sentMails.length).toBe(1);
  proxy.disconnect();
  await expect.poll(countErrors).toBe(1);
  await enqueueApproval();
  proxy.restore();
  await expect.poll(() => sentMails.length).toBe(2);
  expect(countErrors()).toBe(1);
  await stop();
});

test('an outage that a round leaves with another failure has ended, and the next outage is logged', async () => {
  const outage = Object.assign(new Error('out of reach'), { code: 'ECONNREFUSED' });
  const failures = [outage, outage, new Error('wrong'), new Error('wrong'), outage, undefined];
  const lines: { msg: string }[] = [];
  const log = pino({}, { write: (text) => void lines.push(JSON.parse(text)) });
  let runCount = 0;
  const run = async () => {
    const failure = failures[runCount++];
    if (failure) throw failure;
  };
  const stop = startRepeatedJobs([{ name: 'some', pauseMs: 1, run }], log);
  await expect.poll(() => runCount).toBeGreaterThan(failures.length);
  await stop();
  expect(lines.map(({ msg }) => msg)).toEqual([
    'database unavailable',
    'database available again',
    'round failed',
    'database unavailable',
    'database available again',
  ]);
});

test('a stop waits for the current email and takes no other', async () => {
  await enqueueApproval();
  await enqueueApproval();
  let reportHandover = () => {};
  let finishSending = () => {};
  const handedOver = new Promise<void>((resolve) => {
    reportHandover = resolve;
  });
  const stop = startMailRounds(
    () =>
      new Promise((resolve) => {
        finishSending = resolve;
        reportHandover();
      }),
  );
  await handedOver;
  const stopEnded = stop();
  finishSending();
  await stopEnded;
  const rows = await directDb('mail_outbox').orderBy('id').select('sent_time', 'attempts');
  expect(rows).toEqual([
    { sent_time: expect.any(Date), attempts: 1 },
    { sent_time: null, attempts: 0 },
  ]);
});

test('a stop releases an email that takes too long, so that another mailer sends it at once', async () => {
  await enqueueApproval();
  let reportHandover = () => {};
  const handedOver = new Promise<void>((resolve) => {
    reportHandover = resolve;
  });
  const stop = startMailRounds(
    () => {
      reportHandover();
      return new Promise(() => undefined);
    },
    [],
    50,
  );
  await handedOver;
  await stop();
  const sentMails: ComposedEmail[] = [];
  const stopOtherMailer = startMailRounds(async (mail) => void sentMails.push(mail));
  await expect.poll(() => sentMails.length).toBe(1);
  await stopOtherMailer();
});

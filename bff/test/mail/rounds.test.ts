import { pino } from 'pino';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createSettings } from '../../src/config/settings.ts';
import { enqueueEmail } from '../../src/mail/outbox.ts';
import type { Mail, Transport } from '../../src/mail/transport.ts';
import { createMail, startRounds } from '../../src/worker/start-worker.ts';
import { useDatabase } from '../kit/database.ts';
import { startDatabaseProxy } from '../kit/database-proxy.ts';

const { db: localDb, open, url } = await useDatabase();
const proxy = await startDatabaseProxy();
/** The mailer's connections. */
const db = open(proxy.routeUrl(url));
afterAll(() => proxy.close());
beforeEach(() => localDb('mail_outbox').delete());

const approve = () =>
  enqueueEmail(localDb, {
    kind: 'approved',
    language: 'en',
    address: 'a@gazetteer.example',
    data: { displayName: 'Lin' },
  });

const startMailRounds = (transport: Transport, lines: { level: number; msg: string }[] = [], graceMs?: number) => {
  const log = pino({}, { write: (text) => void lines.push(JSON.parse(text)) });
  const mailer = createMail({
    db,
    settings: createSettings(db),
    url: 'http://here',
    log,
    transport,
    ...(graceMs && { graceMs }),
  });
  return startRounds([{ name: 'mail', pauseMs: 10, work: (stop) => mailer.drain(stop) }], log);
};

test('an outage of the database is logged once, and emails are sent again afterwards', async () => {
  const sent: Mail[] = [];
  const lines: { level: number; msg: string }[] = [];
  const stop = startMailRounds(async (mail) => void sent.push(mail), lines);
  const countErrors = () => lines.filter(({ level }) => level >= 50).length;
  await approve();
  await expect.poll(() => sent.length).toBe(1);
  proxy.disconnect();
  await expect.poll(countErrors).toBe(1);
  await approve();
  proxy.restore();
  await expect.poll(() => sent.length).toBe(2);
  expect(countErrors()).toBe(1);
  await stop();
});

test('a stop waits for the current email and takes no other', async () => {
  await approve();
  await approve();
  let reportHandover = () => {};
  let releaseArrival = () => {};
  const inHand = new Promise<void>((resolve) => {
    reportHandover = resolve;
  });
  const stop = startMailRounds(
    () =>
      new Promise((resolve) => {
        releaseArrival = resolve;
        reportHandover();
      }),
  );
  await inHand;
  const stopped = stop();
  releaseArrival();
  await stopped;
  const rows = await localDb('mail_outbox').orderBy('id').select('sent_time', 'attempts');
  expect(rows).toEqual([
    { sent_time: expect.any(Date), attempts: 1 },
    { sent_time: null, attempts: 0 },
  ]);
});

test('a stop releases an email that takes too long, so that another mailer sends it at once', async () => {
  await approve();
  let reportHandover = () => {};
  const inHand = new Promise<void>((resolve) => {
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
  await inHand;
  await stop();
  const sent: Mail[] = [];
  const stopOther = startMailRounds(async (mail) => void sent.push(mail));
  await expect.poll(() => sent.length).toBe(1);
  await stopOther();
});

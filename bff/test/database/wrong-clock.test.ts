import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { claimEmail, retryEmailLater } from '#mail/outbox.ts';
import { createReadOpenSession } from '#session/authenticate.ts';
import { defaultSettings } from '../../src/config/settings.ts';
import { pruneExpiredRows } from '../../src/logs/prune.ts';
import { enqueueEmail } from '../../src/mail/outbox.ts';
import { issueToken, peekToken } from '../../src/session/one-time-tokens.ts';
import { openSession } from '../../src/session/sessions.ts';
import { attemptWithinLimits } from '../../src/session/sign-in-limits.ts';
import { useDatabase } from '../kit/database.ts';

const { db } = await useDatabase();
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

beforeEach(async () => {
  for (const table of ['mail_outbox', 'one_time_token', 'session', 'sign_in_failure', 'user_log'])
    await db(table).delete();
});
afterEach(() => void vi.useRealTimers());

/** What a process does whose clock is wrong by so much. */
async function withClock<T>(ms: number, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}

const here = { address: '192.0.2.1', client: 'test' };

describe.each([
  ['a day ahead', DAY_MS],
  ['a day behind', -DAY_MS],
])('a process whose clock is %s', (_, wrongBy) => {
  test('leaves letters that are due at once, and claims them for as long as any other', async () => {
    await withClock(wrongBy, () => enqueueEmail(db, { kind: 'reset', address: 'a@b.example', language: 'en' }));
    const letter = await withClock(wrongBy, () => claimEmail(db, 60_000));
    expect(letter).toMatchObject({ address: 'a@b.example', attempts: 1 });
    for (const other of [0, wrongBy]) expect(await withClock(other, () => claimEmail(db, 60_000))).toBeUndefined();
    if (letter) await withClock(wrongBy, () => retryEmailLater(db, letter, 'busy'));
    const { pause } = await db('mail_outbox').first(db.raw('TIMESTAMPDIFF(SECOND, NOW(3), next_time) AS pause'));
    expect(pause).toBeGreaterThan(5);
    expect(pause).toBeLessThanOrEqual(10);
  });

  test('removes what is past keeping, and nothing else', async () => {
    const { days } = { days: defaultSettings.userLogDays };
    const entry = { act: 'signIn', user_id: 1, username: 'x', ...here };
    const time = (days: number) => db.raw('NOW(3) - INTERVAL ? HOUR', [days * 24]);
    await db('user_log').insert([
      { ...entry, username: 'past', time: time(days + 0.5) },
      { ...entry, username: 'not yet', time: time(days - 0.5) },
    ]);
    await withClock(wrongBy, () => pruneExpiredRows(db, defaultSettings));
    expect(await db('user_log').pluck('username')).toEqual(['not yet']);
  });

  test('knows the sessions and tokens of others, and others know its own', async () => {
    for (const [maker, reader] of [
      [0, wrongBy],
      [wrongBy, 0],
    ] as const) {
      const { session, token } = await withClock(maker, async () => ({
        session: await openSession(db, 1, { ...here, lifetime: 12 * HOUR_MS }),
        token: await issueToken(db, { purpose: 'reset', userId: 1, lifetime: HOUR_MS }),
      }));
      await withClock(reader, async () => {
        const open = await createReadOpenSession(db)(session.id);
        expect(open?.userId).toBe(1);
        expect(open?.idleMs).toBeLessThan(60_000);
        expect(await peekToken(db, 'reset', token.token)).toMatchObject({ userId: 1 });
      });
      await db('session').update({ expire_time: db.raw('NOW(3) - INTERVAL 1 SECOND') });
      await db('one_time_token').update({ expire_time: db.raw('NOW(3) - INTERVAL 1 SECOND') });
      await withClock(reader, async () => {
        expect(await createReadOpenSession(db)(session.id)).toBeUndefined();
        expect(await peekToken(db, 'reset', token.token)).toBeUndefined();
      });
    }
  });

  test('counts the failed sign-ins that others have seen', async () => {
    const attempt = { account: 'x', address: here.address };
    const limits = { ...defaultSettings, failuresPerAccountAndAddress: 2 };
    const wrong = () => attemptWithinLimits(db, limits, attempt, undefined, async () => false);
    for (let round = 1; round <= 2; round++) expect(await wrong()).toBe(false);
    await expect(withClock(wrongBy, wrong)).rejects.toMatchObject({ key: 'tooManyRequests' });
  });
});

test('a letter that waits for a time from before the database’s clock was set back goes at once', async () => {
  await enqueueEmail(db, { kind: 'reset', address: 'a@b.example', language: 'en' });
  await db('mail_outbox').update({ next_time: db.raw('NOW(3) + INTERVAL 2 DAY') });
  expect(await claimEmail(db, 60_000)).toMatchObject({ address: 'a@b.example' });
});

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { claimEmail, retryEmailLater } from '#mail/outbox.ts';
import { createReadOpenSession } from '#session/authenticate.ts';
import { DEFAULT_SETTINGS } from '../../src/config/settings.ts';
import type { Caller } from '../../src/http/operation-types.ts';
import { Problem } from '../../src/http/problem.ts';
import { enqueueEmail } from '../../src/mail/outbox.ts';
import { issueToken, peekToken } from '../../src/session/one-time-tokens.ts';
import { openSession } from '../../src/session/sessions.ts';
import { attemptWithinLimits } from '../../src/session/sign-in-limits.ts';
import { logRefusal } from '../../src/user-log/user-log.ts';
import { pruneExpiredRows } from '../../src/worker/tasks/expired-rows.ts';
import { useDatabase } from '../kit/database/database.ts';
import { silentLog } from '../kit/silent-log.ts';

const { db } = await useDatabase();
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

beforeEach(async () => {
  for (const table of ['mail_outbox', 'one_time_token', 'session', 'sign_in_failure', 'user_log'])
    await db(table).delete();
});
afterEach(() => void vi.useRealTimers());

/** Runs `work` with a clock that is wrong by `ms`. */
async function withClock<T>(ms: number, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}

const ORIGIN = { address: '192.0.2.1', client: 'test' };

describe.each([
  ['a day ahead', DAY_MS],
  ['a day behind', -DAY_MS],
])('a process whose clock is %s', (_, offsetMs) => {
  test('enqueues emails that are due at once, and claims them for the full lease', async () => {
    await withClock(offsetMs, () => enqueueEmail(db, { kind: 'reset', address: 'a@b.example', language: 'en' }));
    const email = await withClock(offsetMs, () => claimEmail(db, 60_000));
    expect(email).toMatchObject({ address: 'a@b.example', attempts: 1 });
    for (const otherOffset of [0, offsetMs])
      expect(await withClock(otherOffset, () => claimEmail(db, 60_000))).toBeUndefined();
    if (email) await withClock(offsetMs, () => retryEmailLater(db, email, 'busy'));
    const { pauseSeconds } = await db('mail_outbox').first(
      db.raw('TIMESTAMPDIFF(SECOND, NOW(3), next_time) AS pauseSeconds'),
    );
    expect(pauseSeconds).toBeGreaterThan(5);
    expect(pauseSeconds).toBeLessThanOrEqual(10);
  });

  test('removes expired log entries only', async () => {
    const days = DEFAULT_SETTINGS.userLogDays;
    const entry = { act: 'signIn', user_id: 1, username: 'x', ...ORIGIN };
    const timeBefore = (daysAgo: number) => db.raw('NOW(3) - INTERVAL ? HOUR', [daysAgo * 24]);
    await db('user_log').insert([
      { ...entry, username: 'past', time: timeBefore(days + 0.5) },
      { ...entry, username: 'not yet', time: timeBefore(days - 0.5) },
    ]);
    await withClock(offsetMs, () => pruneExpiredRows(db, DEFAULT_SETTINGS));
    expect(await db('user_log').pluck('username')).toEqual(['not yet']);
  });

  test('accepts the sessions and tokens of other processes, and they accept its own', async () => {
    for (const [issuerOffset, readerOffset] of [
      [0, offsetMs],
      [offsetMs, 0],
    ] as const) {
      const { session, token } = await withClock(issuerOffset, async () => ({
        session: await openSession(db, 1, { ...ORIGIN, lifetime: 12 * HOUR_MS }),
        token: await issueToken(db, { purpose: 'reset', userId: 1, lifetime: HOUR_MS }),
      }));
      await withClock(readerOffset, async () => {
        const storedSession = await createReadOpenSession(db)(session.id);
        expect(storedSession?.userId).toBe(1);
        expect(storedSession?.idleMs).toBeLessThan(60_000);
        expect(await peekToken(db, 'reset', token.token)).toMatchObject({ userId: 1 });
      });
      await db('session').update({ expire_time: db.raw('NOW(3) - INTERVAL 1 SECOND') });
      await db('one_time_token').update({ expire_time: db.raw('NOW(3) - INTERVAL 1 SECOND') });
      await withClock(readerOffset, async () => {
        expect(await createReadOpenSession(db)(session.id)).toBeUndefined();
        expect(await peekToken(db, 'reset', token.token)).toBeUndefined();
      });
    }
  });

  test('counts the failed sign-ins that other processes recorded', async () => {
    const attempt = { account: 'x', address: ORIGIN.address };
    const limits = { ...DEFAULT_SETTINGS, failuresPerAccountAndAddress: 2 };
    const guessWrongPassword = () => attemptWithinLimits(db, limits, attempt, undefined, async () => false);
    for (let round = 1; round <= 2; round++) expect(await guessWrongPassword()).toBe(false);
    await expect(withClock(offsetMs, guessWrongPassword)).rejects.toMatchObject({ key: 'tooManyRequests' });
  });

  test('counts the refusals of the last hour that are in the log, and no others', async () => {
    const entry = {
      act: 'refused',
      user_id: 1,
      username: 'x',
      target_kind: 'operation',
      target: 'listCities',
      ...ORIGIN,
    };
    // Cast: the log needs no more of the caller.
    const caller = { id: 1, username: 'x' } as Caller;
    const refusal = { operation: 'listCities' as const, caller, problem: new Problem('forbidden'), ...ORIGIN };
    const countAfterRefusal = async (earlierRefusals: number, minutesAgo: number) => {
      const time = db.raw('NOW(3) - INTERVAL ? MINUTE', [minutesAgo]);
      await db('user_log').insert(Array.from({ length: earlierRefusals }, () => ({ ...entry, time })));
      await withClock(offsetMs, () => logRefusal(db, silentLog, refusal));
      return Number((await db('user_log').count({ n: '*' }).first())?.n);
    };
    expect(await countAfterRefusal(10, 61)).toBe(11);
    await db('user_log').delete();
    expect(await countAfterRefusal(10, 59)).toBe(10);
  });
});

test('an email whose time lies far ahead, because the database’s clock was set back, is sent at once', async () => {
  await enqueueEmail(db, { kind: 'reset', address: 'a@b.example', language: 'en' });
  await db('mail_outbox').update({ next_time: db.raw('NOW(3) + INTERVAL 2 DAY') });
  expect(await claimEmail(db, 60_000)).toMatchObject({ address: 'a@b.example' });
});

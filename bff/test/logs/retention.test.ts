import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createSettings, defaultSettings } from '../../src/config/settings.ts';
import { connect, type Database } from '../../src/database.ts';
import { prune } from '../../src/logs/prune.ts';
import { startRetention } from '../../src/logs/retention.ts';
import { copyTemplate, dropDatabase } from '../kit/database.ts';
import { type Line, openLine } from '../kit/line.ts';
import { startProcess } from '../kit/process.ts';

let database: { name: string; url: string };
let db: Database;
let line: Line;
let far: Database;

const log = pino({ level: 'silent' });
const hours = (count: number) => new Date(Date.now() - count * 3_600_000);
const days = (count: number) => hours(24 * count);

beforeAll(async () => {
  [database, line] = await Promise.all([copyTemplate(), openLine()]);
  db = connect(database.url);
  far = connect(line.through(database.url));
});
beforeEach(async () => {
  await db('settings').update({ content: '{}' });
  for (const table of ['user_log', 'sign_in_failure', 'session', 'one_time_token', 'mail_outbox'])
    await db(table).delete();
});
afterAll(async () => {
  line.mend();
  await Promise.all([db.destroy(), far.destroy()]);
  await line.close();
  await dropDatabase(database.name);
});

const entry = (time: Date) => ({ time, act: 'signIn', user_id: 1, username: 'x', address: 'here', client: 'x' });
const failure = (time: Date) => ({ time, account: 'x', address: 'here' });
const session = (id: string, expire: Date, revoke: Date | null = null) => ({
  ...{ id, user_id: 1, address: 'here', client: 'x', create_time: days(90), last_seen: days(90) },
  ...{ expire_time: expire, revoke_time: revoke },
});
const token = (hash: string, expire: Date) => ({ hash, purpose: 'reset', create_time: days(9), expire_time: expire });
const letter = (address: string, time: Date, sent: Date | null, next: Date | null) => ({
  ...{ address, time, sent_time: sent, next_time: next, kind: 'reset', language: 'en' },
});
const left = (table: string, column: string) => db(table).orderBy(column).pluck(column);

test('what is past keeping goes, whatever else stays', async () => {
  await db('user_log').insert([entry(days(366)), entry(days(364)), entry(hours(0))]);
  await db('sign_in_failure').insert([failure(hours(25)), failure(hours(23))]);
  await db('session').insert([
    session('expired', days(8)),
    session('ended', days(-1), days(8)),
    session('kept: expired lately', days(6)),
    session('kept: ended lately', days(-1), days(6)),
    session('kept: open', days(-1)),
  ]);
  await db('one_time_token').insert([
    token('old', hours(25)),
    token('kept', hours(23)),
    token('kept: open', hours(-1)),
  ]);
  await db('mail_outbox').insert([
    letter('sent', days(31), days(31), null),
    letter('given up', days(31), null, null),
    letter('kept: sent lately', days(31), days(29), null),
    letter('kept: waiting', days(31), null, days(-1)),
    letter('kept: new', days(1), days(1), null),
  ]);
  await prune(db, defaultSettings, { batch: 2 });
  expect(await db('user_log')).toHaveLength(2);
  expect(await db('sign_in_failure')).toHaveLength(1);
  expect(await left('session', 'id')).toEqual(['kept: ended lately', 'kept: expired lately', 'kept: open']);
  expect(await left('one_time_token', 'hash')).toEqual(['kept', 'kept: open']);
  expect(await left('mail_outbox', 'address')).toEqual(['kept: new', 'kept: sent lately', 'kept: waiting']);
});

test('failed sign-ins stay as long as they count', async () => {
  await db('sign_in_failure').insert([failure(hours(25)), failure(hours(23.9))]);
  await prune(db, { userLogDays: 1, signInWindowMinutes: 1440 });
  expect(await db('sign_in_failure')).toHaveLength(1);
});

test('many at once leave what several processes are to leave, and hold up nobody who writes', async () => {
  await db('user_log').insert(Array.from({ length: 2500 }, (_, index) => entry(days(400 - index / 100))));
  const held = await db.transaction();
  try {
    // a writer that is not done
    await held('user_log').insert(entry(days(0)));
    const all = Promise.all(Array.from({ length: 4 }, () => prune(db, defaultSettings, { batch: 50 })));
    await Promise.all([all, ...Array.from({ length: 20 }, () => db('user_log').insert(entry(days(0))))]);
  } finally {
    await held.commit();
  }
  expect(await db('user_log').where('time', '<', days(365))).toEqual([]);
  expect(await db('user_log').where('time', '>', days(1))).toHaveLength(21);
});

test('it begins at once, outlasts a database that goes away, and stops', async () => {
  const warned = vi.spyOn(log, 'warn');
  const settings = createSettings(far);
  line.cut();
  const stop = startRetention({ db: far, settings, log }, 50);
  await vi.waitFor(() => expect(warned).toHaveBeenCalled());
  await db('user_log').insert(entry(days(400)));
  line.mend();
  await vi.waitFor(async () => expect(await db('user_log')).toEqual([]), { timeout: 5000 });
  await stop();
  const asked = vi.fn();
  far.on('query', asked);
  settings.changed();
  await stop();
  expect(asked).not.toHaveBeenCalled();
});

test('a shorter time is in force at once', async () => {
  const settings = createSettings(db);
  const stop = startRetention({ db, settings, log });
  await settings.current();
  await db('user_log').insert([entry(days(3)), entry(days(1))]);
  await db('settings').update({ content: '{"userLogDays": 2}' });
  settings.changed();
  await vi.waitFor(async () => expect(await db('user_log')).toHaveLength(1), { timeout: 1900 });
  await stop();
});

test('the service does it from its start, and ends none the later for it', async () => {
  await db('user_log').insert(entry(days(400)));
  const { child, exited } = await startProcess(database.url);
  await vi.waitFor(async () => expect(await db('user_log').where('time', '<', days(300))).toEqual([]), {
    timeout: 5000,
  });
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
});

import { beforeEach, expect, test } from 'vitest';
import { defaultSettings } from '../../src/config/settings.ts';
import { pruneExpiredRows } from '../../src/user-log/prune.ts';
import { useDatabase } from '../kit/database.ts';

const { db } = await useDatabase();

const hours = (count: number) => new Date(Date.now() - count * 3_600_000);
const days = (count: number) => hours(24 * count);

beforeEach(async () => {
  await db('settings').update({ content: '{}' });
  for (const table of [
    'user_log',
    'sign_in_failure',
    'session',
    'one_time_token',
    'mail_outbox',
    'task',
    'delivery',
    'sync_sample',
  ])
    await db(table).delete();
});

const entry = (time: Date) => ({ time, act: 'signIn', user_id: 1, username: 'x', address: 'here', client: 'x' });
const failure = (time: Date) => ({ time, account: 'x', address: 'here' });
const session = (id: string, expire: Date, revoke: Date | null = null) => ({
  id,
  user_id: 1,
  address: 'here',
  client: 'x',
  create_time: days(90),
  last_seen: days(90),
  expire_time: expire,
  revoke_time: revoke,
});
const token = (hash: string, expire: Date) => ({ hash, purpose: 'reset', create_time: days(9), expire_time: expire });
const emailRow = (address: string, time: Date, sent: Date | null, next: Date | null) => ({
  address,
  time,
  sent_time: sent,
  next_time: next,
  kind: 'reset',
  language: 'en',
});
const subscriber = {
  name: 'index',
  url: 'http://index',
  active: 1,
  secret: 'x',
  token_hash: 'x',
  version: 1,
  create_time: days(9),
  update_time: days(9),
  created_by: 'test',
  updated_by: 'test',
};
const delivery = (subscriber_id: number | undefined, time: Date) => ({
  subscriber_id,
  time,
  message_id: 'x',
  kind: 'change',
  outcome: 'delivered',
  attempt: 1,
  duration: 1,
});
const task = (status: string, end_time: Date | null) => ({
  kind: 'retention',
  status,
  end_time,
  params: '{}',
  create_time: days(90),
  next_time: days(90),
  created_by: 'test',
});
const remaining = (table: string, column: string) => db(table).orderBy(column).pluck(column);

test('only expired rows are removed', async () => {
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
    emailRow('sent', days(31), days(31), null),
    emailRow('given up', days(31), null, null),
    emailRow('kept: sent lately', days(31), days(29), null),
    emailRow('kept: waiting', days(31), null, days(-1)),
    emailRow('kept: new', days(1), days(1), null),
  ]);
  const [subscriber_id] = await db('subscriber').insert(subscriber);
  await db('delivery').insert([delivery(subscriber_id, days(8)), delivery(subscriber_id, days(6))]);
  const sample = { subscriber_id, entity: 'city', backlog: 0, lag: 0, delivered: 0, failing: 0 };
  await db('sync_sample').insert([hours(49), hours(50), hours(47)].map((time) => ({ ...sample, time })));
  const [endedTaskId] = await db('task').insert(task('done', days(31)));
  await db('task_file').insert({ task_id: endedTaskId, part: 0, content: Buffer.from('file') });
  await db('task').insert([task('failed', days(29)), task('queued', null)]);
  const removedCounts: number[] = [];
  const counts = await pruneExpiredRows(db, defaultSettings, {
    batch: 2,
    onBatch: async (count) => void removedCounts.push(count),
  });
  expect(counts).toBe(1 + 1 + 2 + 1 + 2 + 1 + 2 + 1);
  expect(removedCounts.at(-1)).toBe(counts);
  expect(await remaining('delivery', 'time')).toHaveLength(1);
  expect(await remaining('sync_sample', 'time')).toHaveLength(1);
  expect(await remaining('task', 'status')).toEqual(['failed', 'queued']);
  expect(await db('task_file')).toEqual([]);
  expect(await db('user_log')).toHaveLength(2);
  expect(await db('sign_in_failure')).toHaveLength(1);
  expect(await remaining('session', 'id')).toEqual(['kept: ended lately', 'kept: expired lately', 'kept: open']);
  expect(await remaining('one_time_token', 'hash')).toEqual(['kept', 'kept: open']);
  expect(await remaining('mail_outbox', 'address')).toEqual(['kept: new', 'kept: sent lately', 'kept: waiting']);
});

test('failed sign-ins are kept as long as they count', async () => {
  await db('sign_in_failure').insert([failure(hours(25)), failure(hours(23.9))]);
  await pruneExpiredRows(db, { ...defaultSettings, userLogDays: 1, signInWindowMinutes: 1440 });
  expect(await db('sign_in_failure')).toHaveLength(1);
});

test('rows are removed by few statements, as other processes wait until the last', async () => {
  await db('user_log').insert(Array.from({ length: 100 }, () => entry(days(400))));
  const sent: string[] = [];
  const note = ({ sql }: { sql: string }) => sent.push(sql);
  db.on('query', note);
  await pruneExpiredRows(db, defaultSettings, { batch: 100 }).finally(() => db.off('query', note));
  const deletions = sent.filter((sql) => /^delete\b/i.test(sql));
  expect(deletions.flatMap((sql) => sql.split('; '))).toHaveLength(100);
  expect(deletions.length).toBeLessThanOrEqual(4);
});

test('simultaneous prunings keep unexpired rows and block no writer', async () => {
  await db('user_log').insert(Array.from({ length: 2500 }, (_, index) => entry(days(400 - index / 100))));
  const openTransaction = await db.transaction();
  try {
    // a writer that is not done
    await openTransaction('user_log').insert(entry(days(0)));
    const all = Promise.all(Array.from({ length: 4 }, () => pruneExpiredRows(db, defaultSettings, { batch: 50 })));
    await Promise.all([all, ...Array.from({ length: 20 }, () => db('user_log').insert(entry(days(0))))]);
  } finally {
    await openTransaction.commit();
  }
  expect(await db('user_log').where('time', '<', days(365))).toEqual([]);
  expect(await db('user_log').where('time', '>', days(1))).toHaveLength(21);
});

import { beforeEach, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../src/config/settings.ts';
import { pruneExpiredRows } from '../../src/worker/tasks/expired-rows.ts';
import { useDatabase } from '../kit/database/database.ts';

const { db } = await useDatabase();

const hoursAgo = (count: number) => new Date(Date.now() - count * 3_600_000);
const daysAgo = (count: number) => hoursAgo(24 * count);

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
  create_time: daysAgo(90),
  last_seen: daysAgo(90),
  expire_time: expire,
  revoke_time: revoke,
});
const token = (hash: string, expire: Date) => ({
  hash,
  purpose: 'reset',
  create_time: daysAgo(9),
  expire_time: expire,
});
const emailRow = (address: string, time: Date, sentTime: Date | null, nextTime: Date | null) => ({
  address,
  time,
  sent_time: sentTime,
  next_time: nextTime,
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
  create_time: daysAgo(9),
  update_time: daysAgo(9),
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
  create_time: daysAgo(90),
  next_time: daysAgo(90),
  created_by: 'test',
});
const remaining = (table: string, column: string) => db(table).orderBy(column).pluck(column);

test('only expired rows are removed', async () => {
  await db('user_log').insert([entry(daysAgo(366)), entry(daysAgo(364)), entry(hoursAgo(0))]);
  await db('sign_in_failure').insert([failure(hoursAgo(25)), failure(hoursAgo(23))]);
  await db('session').insert([
    session('expired', daysAgo(8)),
    session('ended', daysAgo(-1), daysAgo(8)),
    session('kept: expired lately', daysAgo(6)),
    session('kept: ended lately', daysAgo(-1), daysAgo(6)),
    session('kept: open', daysAgo(-1)),
  ]);
  await db('one_time_token').insert([
    token('old', hoursAgo(25)),
    token('kept', hoursAgo(23)),
    token('kept: open', hoursAgo(-1)),
  ]);
  await db('mail_outbox').insert([
    emailRow('sent', daysAgo(31), daysAgo(31), null),
    emailRow('given up', daysAgo(31), null, null),
    emailRow('kept: sent lately', daysAgo(31), daysAgo(29), null),
    emailRow('kept: waiting', daysAgo(31), null, daysAgo(-1)),
    emailRow('kept: new', daysAgo(1), daysAgo(1), null),
  ]);
  const [subscriber_id] = await db('subscriber').insert(subscriber);
  await db('delivery').insert([delivery(subscriber_id, daysAgo(8)), delivery(subscriber_id, daysAgo(6))]);
  const sample = { subscriber_id, entity: 'city', backlog: 0, lag: 0, delivered: 0, failing: 0 };
  await db('sync_sample').insert([hoursAgo(49), hoursAgo(50), hoursAgo(47)].map((time) => ({ ...sample, time })));
  const [endedTaskId] = await db('task').insert(task('done', daysAgo(31)));
  await db('task_file').insert({ task_id: endedTaskId, part: 0, content: Buffer.from('file') });
  await db('task').insert([task('failed', daysAgo(29)), task('queued', null)]);
  const removedCounts: number[] = [];
  const counts = await pruneExpiredRows(db, DEFAULT_SETTINGS, {
    batchRows: 2,
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
  await db('sign_in_failure').insert([failure(hoursAgo(25)), failure(hoursAgo(23.9))]);
  await pruneExpiredRows(db, { ...DEFAULT_SETTINGS, userLogDays: 1, signInWindowMinutes: 1440 });
  expect(await db('sign_in_failure')).toHaveLength(1);
});

test('expired rows are removed in few round trips, because other processes wait meanwhile', async () => {
  await db('user_log').insert(Array.from({ length: 100 }, () => entry(daysAgo(400))));
  const statements: string[] = [];
  const recordStatement = ({ sql }: { sql: string }) => statements.push(sql);
  db.on('query', recordStatement);
  await pruneExpiredRows(db, DEFAULT_SETTINGS, { batchRows: 100 }).finally(() => db.off('query', recordStatement));
  const deletions = statements.filter((sql) => /^delete\b/i.test(sql));
  expect(deletions.flatMap((sql) => sql.split('; '))).toHaveLength(100);
  expect(deletions.length).toBeLessThanOrEqual(4);
});

test('simultaneous prunings keep unexpired rows and block no writer', async () => {
  await db('user_log').insert(Array.from({ length: 2500 }, (_, index) => entry(daysAgo(400 - index / 100))));
  const openTransaction = await db.transaction();
  try {
    // This writer's transaction is still open.
    await openTransaction('user_log').insert(entry(daysAgo(0)));
    const prunings = Promise.all(
      Array.from({ length: 4 }, () => pruneExpiredRows(db, DEFAULT_SETTINGS, { batchRows: 50 })),
    );
    await Promise.all([prunings, ...Array.from({ length: 20 }, () => db('user_log').insert(entry(daysAgo(0))))]);
  } finally {
    await openTransaction.commit();
  }
  expect(await db('user_log').where('time', '<', daysAgo(365))).toEqual([]);
  expect(await db('user_log').where('time', '>', daysAgo(1))).toHaveLength(21);
});

test('the records of an expired action are removed in batches before its task, and those of others stay', async () => {
  const [expiredId] = await db('task').insert({ ...task('done', daysAgo(31)), kind: 'bulkChange' });
  const [laterId] = await db('task').insert({ ...task('done', daysAgo(29)), kind: 'bulkChange' });
  const record = (task_id: number | undefined, record_id: number) => ({ task_id, record_id, version: 1 });
  await db('bulk_change_record').insert([1, 2, 3, 4, 5].map((id) => record(expiredId, id)));
  await db('bulk_change_record').insert(record(laterId, 1));
  const batches: { removed: number; records: number; tasks: number }[] = [];
  const countRows = async (table: string) => (await db(table)).length;
  await pruneExpiredRows(db, DEFAULT_SETTINGS, {
    batchRows: 2,
    onBatch: async (removed) => {
      batches.push({ removed, records: await countRows('bulk_change_record'), tasks: await countRows('task') });
    },
  });
  // each batch removes two, and the task goes when nothing of it is left
  expect(batches.filter(({ removed }) => removed > 0)).toEqual([
    { removed: 2, records: 4, tasks: 2 },
    { removed: 4, records: 2, tasks: 2 },
    { removed: 5, records: 1, tasks: 2 },
    { removed: 6, records: 1, tasks: 1 },
  ]);
});

test('an action and its records stay if it is retried after they were found', async () => {
  const [id] = await db('task').insert({ ...task('failed', daysAgo(31)), kind: 'bulkChange' });
  await db('bulk_change_record').insert([1, 2, 3].map((record_id) => ({ task_id: id, record_id, version: 1 })));
  const retrying = await db.transaction();
  await retrying('task').where({ id }).update({ status: 'queued', end_time: null });
  let isFound: () => void = () => {};
  const found = new Promise<void>((resolve) => {
    isFound = resolve;
  });
  const onQuery = ({ sql }: { sql: string }) => /^delete\b/i.test(sql) && isFound();
  db.on('query', onQuery);
  const pruning = pruneExpiredRows(db, DEFAULT_SETTINGS);
  await found;
  await retrying.commit();
  expect(await pruning.finally(() => db.off('query', onQuery))).toBe(0);
  expect(await remaining('bulk_change_record', 'record_id')).toEqual([1, 2, 3]);
  expect(await remaining('task', 'id')).toEqual([id]);
});

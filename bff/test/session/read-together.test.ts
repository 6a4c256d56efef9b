import { afterEach, expect, test } from 'vitest';
import { createReadOpenSession } from '#session/authenticate.ts';
import { openSession } from '../../src/session/sessions.ts';
import { useDatabase } from '../kit/database.ts';

const { db } = await useDatabase();
const read = createReadOpenSession(db);
const users = await db('user').where({ status: 'active' }).orderBy('id').select('id', 'username');
const origin = { address: '127.0.0.1', client: 'test', lifetime: 60_000 };
const open = async (userId: number) => (await openSession(db, userId, origin)).id;

const told: string[] = [];
db.on('query', ({ sql }) => told.push(sql));
afterEach(() => {
  told.length = 0;
});

test('of many who ask at once each is told of their own session, by few statements', async () => {
  const sessions = [];
  for (let n = 0; n < 20; n++) {
    const user = users[n % users.length];
    sessions.push({ id: await open(user.id), userId: user.id, username: user.username });
  }
  told.length = 0;
  const ended = sessions[7];
  await db('session').where('id', ended?.id).update({ revoke_time: new Date() });
  const ids = [...sessions.map(({ id }) => id), 'of nobody'];
  const answers = await Promise.all(ids.map(read));
  expect(told).toHaveLength(1 + 2);
  expect(answers[7]).toBeUndefined();
  expect(answers.at(-1)).toBeUndefined();
  const others = sessions.filter((session) => session !== ended);
  expect(answers.filter(Boolean)).toEqual(others.map((session) => expect.objectContaining(session)));
});

test('one session asked for by many at once is told to each', async () => {
  const [user] = users;
  const id = await open(user.id);
  told.length = 0;
  const answers = await Promise.all(Array.from({ length: 5 }, () => read(id)));
  expect(told).toHaveLength(1);
  expect(answers).toEqual(Array(5).fill(expect.objectContaining({ id, username: user.username })));
});

test('it is the session as it is after whoever asks has come', async () => {
  const id = await open(users[0].id);
  const before = read(id);
  await db('session').where({ id }).update({ revoke_time: new Date() });
  expect(await read(id)).toBeUndefined();
  await before;
});

test('what each user may is theirs, whoever asks beside them', async () => {
  const ids = await Promise.all(users.map(({ id }) => open(id)));
  const alone = [];
  for (const id of ids) alone.push((await read(id))?.roles);
  const together = await Promise.all(ids.map(read));
  expect(together.map((session) => session?.roles)).toEqual(alone);
  expect(new Set(alone.map((roles) => JSON.stringify(roles))).size).toBeGreaterThan(1);
});

import { afterEach, expect, test } from 'vitest';
import { createReadOpenSession } from '#session/authenticate.ts';
import { openSession } from '../../src/session/sessions.ts';
import { useDatabase } from '../kit/database/database.ts';

const { db } = await useDatabase();
const readSession = createReadOpenSession(db);
const users = await db('user').where({ status: 'active' }).orderBy('id').select('id', 'username');
const origin = { address: '127.0.0.1', client: 'test', lifetime: 60_000 };
const openSessionOf = async (userId: number) => (await openSession(db, userId, origin)).id;

const statements: string[] = [];
db.on('query', ({ sql }) => statements.push(sql));
afterEach(() => {
  statements.length = 0;
});

test('simultaneous reads of many sessions each return their own session with few statements', async () => {
  const sessions = [];
  for (let n = 0; n < 20; n++) {
    const user = users[n % users.length];
    sessions.push({ id: await openSessionOf(user.id), userId: user.id, username: user.username });
  }
  statements.length = 0;
  const endedSession = sessions[7];
  await db('session').where('id', endedSession?.id).update({ revoke_time: new Date() });
  const ids = [...sessions.map(({ id }) => id), 'of nobody'];
  const answers = await Promise.all(ids.map(readSession));
  expect(statements).toHaveLength(1 + 2);
  expect(answers[7]).toBeUndefined();
  expect(answers.at(-1)).toBeUndefined();
  const openSessions = sessions.filter((session) => session !== endedSession);
  expect(answers.filter(Boolean)).toEqual(openSessions.map((session) => expect.objectContaining(session)));
});

test('simultaneous reads of one session share a statement and all return it', async () => {
  const [user] = users;
  const id = await openSessionOf(user.id);
  statements.length = 0;
  const answers = await Promise.all(Array.from({ length: 5 }, () => readSession(id)));
  expect(statements).toHaveLength(1);
  expect(answers).toEqual(Array(5).fill(expect.objectContaining({ id, username: user.username })));
});

test('a read never returns a state from before it began', async () => {
  const id = await openSessionOf(users[0].id);
  const earlierRead = readSession(id);
  await db('session').where({ id }).update({ revoke_time: new Date() });
  expect(await readSession(id)).toBeUndefined();
  await earlierRead;
});

test('simultaneous reads return the permissions of each user', async () => {
  const ids = await Promise.all(users.map(({ id }) => openSessionOf(id)));
  const sequentialRoles = [];
  for (const id of ids) sequentialRoles.push((await readSession(id))?.roles);
  const simultaneousReads = await Promise.all(ids.map(readSession));
  expect(simultaneousReads.map((session) => session?.roles)).toEqual(sequentialRoles);
  expect(new Set(sequentialRoles.map((roles) => JSON.stringify(roles))).size).toBeGreaterThan(1);
});

import { beforeAll, expect, test } from 'vitest';
import { insertReturningIds, type Transaction, transact } from '../../src/database/database.ts';
import { useDatabase } from '../kit/database/database.ts';

const { open, url } = await useDatabase();
const db = open(url, 1);

beforeAll(async () => {
  await db.raw('CREATE TABLE numbered (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(10) NOT NULL)');
});

const names = ['one', 'two', 'three'];
const rows = { columns: ['name'], tuples: names.map((name) => [name]) };
const readRows = async () =>
  (await db('numbered').orderBy('id').select('id', 'name')).map(({ id, name }) => [id, name]);

test('returns the ids of inserted rows with any auto_increment_increment', async () => {
  await db.raw('SET SESSION auto_increment_increment = 3, auto_increment_offset = 2');
  const ids = await transact(db, (trx) => insertReturningIds(trx, 'numbered', rows));
  expect(await readRows()).toEqual(names.map((name, index) => [ids[index], name]));
  expect(new Set(ids.slice(1).map((id, index) => id - (ids[index] ?? 0)))).toEqual(new Set([3]));
  await db('numbered').delete();
});

/** Changes the connection's auto_increment_increment right after its next INSERT. */
async function changeStepsAfterInsert(trx: Transaction): Promise<void> {
  const connection = await trx.client.acquireConnection();
  const send = connection.query.bind(connection);
  connection.query = (...args: [string | { sql: string }, ...unknown[]]) => {
    const [statement] = args;
    const answer = send(...args);
    if (!(typeof statement === 'string' ? statement : statement.sql).startsWith('INSERT')) return answer;
    connection.query = send;
    send('SET SESSION auto_increment_increment = 1');
    return answer;
  };
}

test('rows are inserted again if the increment changed meanwhile, as happens when a node joins the cluster', async () => {
  await db.raw('SET SESSION auto_increment_increment = 3');
  let attempts = 0;
  const ids = await transact(db, async (trx) => {
    if (++attempts === 1) await changeStepsAfterInsert(trx);
    return insertReturningIds(trx, 'numbered', rows);
  });
  expect(await readRows()).toEqual(names.map((name, index) => [ids[index], name]));
  expect(attempts).toBe(2);
});

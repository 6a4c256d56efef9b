import { expect, test } from 'vitest';
import { executeTogether, executeUnprepared, type Statement, transact } from '../../src/database/database.ts';
import { useDatabase } from '../kit/database/database.ts';

const { db } = await useDatabase();

const rename = (id: number, name: string): Statement => ({
  sql: 'UPDATE ?? SET ? WHERE id = ?',
  values: ['country', { name }, id],
});
const namesOf = (...ids: number[]) => db('country').whereIn('id', ids).orderBy('id').pluck('name');

test('statements are sent in order in one round trip', async () => {
  const sentStatements: string[] = [];
  db.on('query', ({ sql }) => sentStatements.push(sql));
  await transact(db, (trx) => executeTogether(trx, [rename(1, 'one; two'), rename(2, 'three'), rename(2, "four'; '")]));
  expect(sentStatements.filter((sql) => sql.includes('UPDATE'))).toHaveLength(1);
  expect(await namesOf(1, 2)).toEqual(['one; two', "four'; '"]);
});

test('an empty batch sends nothing', async () => {
  await transact(db, async (trx) => {
    const statements: string[] = [];
    trx.on('query', ({ sql }) => statements.push(sql));
    await executeTogether(trx, []);
    expect(statements).toEqual([]);
  });
});

test('a failed statement rolls the whole transaction back', async () => {
  const namesBefore = await namesOf(3, 4);
  const failingStatement = { sql: 'INSERT INTO country (id) VALUES (?)', values: [3] };
  const transaction = transact(db, (trx) =>
    executeTogether(trx, [rename(3, 'lost'), failingStatement, rename(4, 'lost')]),
  );
  await expect(transaction).rejects.toMatchObject({ code: expect.stringMatching(/^ER_/) });
  expect(await namesOf(3, 4)).toEqual(namesBefore);
});

test.each([
  ['by the driver', (sql: string) => executeUnprepared(db, sql, [])],
  ['by the builder', (sql: string) => db.raw(sql)],
])('a text that contains a second statement is not sent %s', async (_, send) => {
  const namesBefore = await namesOf(5);
  await expect(send("SELECT 1; UPDATE country SET name = 'stolen' WHERE id = 5")).rejects.toThrow('several statements');
  await expect(send('SELECT 1;')).resolves.toBeTruthy();
  expect(await namesOf(5)).toEqual(namesBefore);
});

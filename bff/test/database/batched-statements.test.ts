import { expect, test } from 'vitest';
import { executeText, executeTogether, type Statement, transact } from '../../src/database.ts';
import { useDatabase } from '../kit/database.ts';

const { db } = await useDatabase();

const rename = (id: number, name: string): Statement => ({
  sql: 'UPDATE ?? SET ? WHERE id = ?',
  values: ['country', { name }, id],
});
const namesOf = (...ids: number[]) => db('country').whereIn('id', ids).orderBy('id').pluck('name');

test('statements are executeText in their order, by one trip to the database', async () => {
  const told: string[] = [];
  db.on('query', ({ sql }) => told.push(sql));
  await transact(db, (trx) => executeTogether(trx, [rename(1, 'one; two'), rename(2, 'three'), rename(2, "four'; '")]));
  expect(told.filter((sql) => sql.includes('UPDATE'))).toHaveLength(1);
  expect(await namesOf(1, 2)).toEqual(['one; two', "four'; '"]);
});

test('nothing is sent where there is nothing to write', async () => {
  await transact(db, async (trx) => {
    const told: string[] = [];
    trx.on('query', ({ sql }) => told.push(sql));
    await executeTogether(trx, []);
    expect(told).toEqual([]);
  });
});

test('where one is refused, none of the transaction stays', async () => {
  const before = await namesOf(3, 4);
  const refused = { sql: 'INSERT INTO country (id) VALUES (?)', values: [3] };
  const writing = transact(db, (trx) => executeTogether(trx, [rename(3, 'lost'), refused, rename(4, 'lost')]));
  await expect(writing).rejects.toMatchObject({ code: expect.stringMatching(/^ER_/) });
  expect(await namesOf(3, 4)).toEqual(before);
});

test.each([
  ['by the driver', (sql: string) => executeText(db, sql, [])],
  ['by the builder', (sql: string) => db.raw(sql)],
])('a text with a second statement in it is not sent %s', async (_, send) => {
  const before = await namesOf(5);
  await expect(send("SELECT 1; UPDATE country SET name = 'stolen' WHERE id = 5")).rejects.toThrow('another one');
  await expect(send('SELECT 1;')).resolves.toBeTruthy();
  expect(await namesOf(5)).toEqual(before);
});

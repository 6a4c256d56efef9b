import { expect, inject, test } from 'vitest';
import { connect, type Database } from '../../../src/database/database.ts';
import { databaseUrl, returnDatabase, takeDatabase } from './database.ts';

async function nextId(db: Database): Promise<string | undefined> {
  const [[country]] = await db.raw('SHOW CREATE TABLE country');
  return / AUTO_INCREMENT=(\d+)/.exec(country['Create Table'])?.[1];
}

const readContents = async (db: Database) => ({
  countries: await db('country').orderBy('id'),
  users: await db('user').orderBy('id'),
  nextId: await nextId(db),
});

test('a reused database equals the template, including its counters', async () => {
  const template = connect(databaseUrl(inject('template')));
  const firstDatabase = await takeDatabase();
  const db = connect(firstDatabase.url);
  const [country] = await db('country').where('code', 'CN');
  await db('country').where('code', 'CN').update({ name: 'Cathay' });
  await db('country').insert({ ...country, id: 70_000, code: 'XX', alpha3_code: null });
  await db('user').where('username', 'viewer').delete();
  await db.destroy();
  // The server may take a moment to end closed connections.
  const listConnections = () =>
    template('information_schema.processlist').where('db', firstDatabase.name).select('id', 'info');
  await expect.poll(listConnections).toEqual([]);
  returnDatabase(firstDatabase.name);

  const secondDatabase = await takeDatabase();
  expect(secondDatabase).toEqual(firstDatabase);
  const reopened = connect(secondDatabase.url);
  expect(await nextId(template)).toBeDefined();
  const [contents, templateContents] = [await readContents(reopened), await readContents(template)];
  // Rows are compared one by one so that a failure shows the row that differs.
  expect(contents.nextId).toBe(templateContents.nextId);
  expect(contents.users).toEqual(templateContents.users);
  for (const [index, row] of templateContents.countries.entries()) expect(contents.countries[index]).toEqual(row);
  expect(contents.countries).toHaveLength(templateContents.countries.length);
  await Promise.all([reopened.destroy(), template.destroy()]);
  returnDatabase(secondDatabase.name);
});

test('a database with an open connection is not reused', async () => {
  const firstDatabase = await takeDatabase();
  const leakedConnection = connect(firstDatabase.url);
  await leakedConnection.raw('SELECT 1');
  returnDatabase(firstDatabase.name);
  const secondDatabase = await takeDatabase();
  expect(secondDatabase.name).not.toBe(firstDatabase.name);
  returnDatabase(secondDatabase.name);
  await leakedConnection.destroy();
});

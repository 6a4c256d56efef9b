import { expect, inject, test } from 'vitest';
import { connect, type Database } from '../../src/database.ts';
import { databaseUrl, returnDatabase, takeDatabase } from './database.ts';

async function nextId(db: Database): Promise<string | undefined> {
  const [[country]] = await db.raw('SHOW CREATE TABLE country');
  return / AUTO_INCREMENT=(\d+)/.exec(country['Create Table'])?.[1];
}

const seen = async (db: Database) => ({
  countries: await db('country').orderBy('id'),
  users: await db('user').orderBy('id'),
  nextId: await nextId(db),
});

test('a database that is used again equals the template, its counters too', async () => {
  const template = connect(databaseUrl(inject('template')));
  const first = await takeDatabase();
  const db = connect(first.url);
  const [country] = await db('country').where('code', 'CN');
  await db('country').where('code', 'CN').update({ name: 'Cathay' });
  await db('country').insert({ ...country, id: 70_000, code: 'XX', alpha3_code: null });
  await db('user').where('username', 'viewer').delete();
  await db.destroy();
  // the server may take a moment to let go of what was closed
  const connected = () => template('information_schema.processlist').where('db', first.name).select('id', 'info');
  await expect.poll(connected).toEqual([]);
  returnDatabase(first.name);

  const second = await takeDatabase();
  expect(second).toEqual(first);
  const again = connect(second.url);
  expect(await nextId(template)).toBeDefined();
  const [now, then] = [await seen(again), await seen(template)];
  // one by one, so that a failure says which of them differs
  expect(now.nextId).toBe(then.nextId);
  expect(now.users).toEqual(then.users);
  for (const [at, row] of then.countries.entries()) expect(now.countries[at]).toEqual(row);
  expect(now.countries).toHaveLength(then.countries.length);
  await Promise.all([again.destroy(), template.destroy()]);
  returnDatabase(second.name);
});

test('a database that somebody is still connected to is not used again', async () => {
  const first = await takeDatabase();
  const leak = connect(first.url);
  await leak.raw('SELECT 1');
  returnDatabase(first.name);
  const second = await takeDatabase();
  expect(second.name).not.toBe(first.name);
  returnDatabase(second.name);
  await leak.destroy();
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCrud } from '../../src/create-crud.ts';
import { indexUnsearchable } from '../../src/crud/search-index.ts';
import { connect, type Database } from '../../src/database.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let db: Database;

beforeAll(async () => {
  service = await startService();
  db = connect(service.databaseUrl, 1);
});
afterAll(async () => {
  await db.destroy();
  await service.stop();
});

/** What a server says by these numbers, whatever its state. */
const saying = (number: number) =>
  `SIGNAL SQLSTATE '45000' SET MYSQL_ERRNO = ${number}, MESSAGE_TEXT = 'as it would say'`;
const connectionId = async () => (await db.raw('SELECT CONNECTION_ID() AS id'))[0][0].id;

describe('a connection is not used again', () => {
  test.each([
    ['that has left its cluster', 1047],
    ['that was made read-only, as another takes the writes', 1290],
    ['that is in read-only mode', 1836],
  ])('to a server %s', async (_, number) => {
    const before = await connectionId();
    await expect(db.raw(saying(number))).rejects.toThrow('as it would say');
    expect(await connectionId()).not.toBe(before);
  });

  test('in a transaction either, which is rolled back on it', async () => {
    const before = await connectionId();
    const work = db.transaction((trx) => trx.raw(saying(1290)));
    await expect(work).rejects.toThrow('as it would say');
    expect(await connectionId()).not.toBe(before);
  });

  test('but is where the statement alone was wrong', async () => {
    const before = await connectionId();
    await expect(db.raw('SELECT nothing')).rejects.toThrow('nothing');
    expect(await connectionId()).toBe(before);
  });
});

describe('503 is the answer', () => {
  beforeEach(() => db.raw('DROP TRIGGER IF EXISTS refuse'));

  test.each([
    ['has left its cluster', 1047],
    ['is read-only by now', 1290],
    ['undid the transaction again and again for others’ sake', 1213],
    ['could not commit', 1180],
    ['ended the connection', 1927],
    ['of MySQL gave a statement no more time', 3024],
    ['of MariaDB gave a statement no more time', 1969],
  ])('to a write where the server %s', async (_, number) => {
    const editor = await service.as('editor');
    await db.raw(`CREATE TRIGGER refuse BEFORE INSERT ON change_outbox FOR EACH ROW ${saying(number)}`);
    const body = { code: `F-${number}`, name: 'Failover', isMain: false };
    expect(await editor.call('createEurailStation', { body })).toMatchObject({
      status: 503,
      data: { key: 'requestTimeout' },
    });
    await db.raw('DROP TRIGGER refuse');
    expect(await editor.call('createEurailStation', { body })).toMatchObject({ status: 201 });
  });
});

test('a process that starts beside another one writes search texts again where the other one’s came first', async () => {
  await db.raw('CREATE TABLE tries (count INT) ENGINE=MyISAM AS SELECT 0 AS count');
  await db('country').where('id', 1).update({ search: null });
  const firstFails = `CREATE TRIGGER first_fails BEFORE UPDATE ON country FOR EACH ROW BEGIN
    UPDATE tries SET count = count + 1;
    IF (SELECT count FROM tries) = 1 THEN ${saying(1213)}; END IF;
  END`;
  await db.raw(firstFails).options({ isBatch: true });
  await indexUnsearchable(createCrud(db));
  expect((await db('country').where('id', 1).first('search')).search).toBeTruthy();
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCrudContext } from '../../src/create-crud.ts';
import { indexMissingSearchTexts } from '../../src/crud/list/search-index.ts';
import { connect, type Database } from '../../src/database/database.ts';
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

/** Returns SQL that raises the server error with this number. */
const signalError = (number: number) =>
  `SIGNAL SQLSTATE '45000' SET MYSQL_ERRNO = ${number}, MESSAGE_TEXT = 'simulated error'`;
const connectionId = async () => (await db.raw('SELECT CONNECTION_ID() AS id'))[0][0].id;

describe('a connection is discarded', () => {
  test.each([
    ['the server has left its cluster', 1047],
    ['the server was made read-only because another one accepts the writes', 1290],
    ['the server is in read-only mode', 1836],
  ])('after the error that %s', async (_, number) => {
    const failedConnectionId = await connectionId();
    await expect(db.raw(signalError(number))).rejects.toThrow('simulated error');
    expect(await connectionId()).not.toBe(failedConnectionId);
  });

  test('after such an error within a transaction, which is rolled back', async () => {
    const failedConnectionId = await connectionId();
    const work = db.transaction((trx) => trx.raw(signalError(1290)));
    await expect(work).rejects.toThrow('simulated error');
    expect(await connectionId()).not.toBe(failedConnectionId);
  });

  test('but not after an error of the statement itself', async () => {
    const originalConnectionId = await connectionId();
    await expect(db.raw('SELECT nothing')).rejects.toThrow('nothing');
    expect(await connectionId()).toBe(originalConnectionId);
  });
});

describe('a write is answered 503', () => {
  beforeEach(() => db.raw('DROP TRIGGER IF EXISTS refuse'));

  test.each([
    ['has left its cluster', 1047],
    ['has become read-only', 1290],
    ['chose the transaction as a deadlock victim each time', 1213],
    ['could not commit', 1180],
    ['ended the connection', 1927],
    ['is MySQL and a statement timed out', 3024],
    ['is MariaDB and a statement timed out', 1969],
  ])('if the server %s', async (_, number) => {
    const editor = await service.as('editor');
    await db.raw(`CREATE TRIGGER refuse BEFORE INSERT ON change_outbox FOR EACH ROW ${signalError(number)}`);
    const body = { code: `F-${number}`, name: 'Failover', isMain: false };
    expect(await editor.call('createEurailStation', { body })).toMatchObject({
      status: 503,
      data: { key: 'requestTimeout' },
    });
    await db.raw('DROP TRIGGER refuse');
    expect(await editor.call('createEurailStation', { body })).toMatchObject({ status: 201 });
  });
});

test('a starting process retries writing search texts after a deadlock with another process', async () => {
  await db.raw('CREATE TABLE tries (count INT) ENGINE=MyISAM AS SELECT 0 AS count');
  await db('country').where('id', 1).update({ search: null });
  const failingTrigger = `CREATE TRIGGER first_fails BEFORE UPDATE ON country FOR EACH ROW BEGIN
    UPDATE tries SET count = count + 1;
    IF (SELECT count FROM tries) = 1 THEN ${signalError(1213)}; END IF;
  END`;
  await db.raw(failingTrigger).options({ isBatch: true });
  await indexMissingSearchTexts(createCrudContext(db));
  expect((await db('country').where('id', 1).first('search')).search).toBeTruthy();
});

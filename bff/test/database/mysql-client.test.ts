import { afterAll, expect, test, vi } from 'vitest';
import { connect, executePrepared, executeUnprepared, transact } from '../../src/database/database.ts';
import type { Connection, Protocol } from '../../src/database/mysql-client.ts';
import { useDatabase } from '../kit/database/database.ts';

const { db, url } = await useDatabase();

const client = connect(url, 1).client;
const connection: Connection = await client.acquireConnection();
const sentStatements: string[] = [];
for (const method of ['query', 'execute'] as const) {
  const send = connection[method].bind(connection);
  vi.spyOn(connection, method).mockImplementation((text, values, done) => {
    sentStatements.push(typeof text === 'string' ? text : text.sql);
    return send(text, values, done);
  });
}
afterAll(async () => {
  await client.releaseConnection(connection);
  await client.destroy();
});

async function send(protocol: Protocol, text: string | { sql: string; isBatch?: true }, values: unknown[] = []) {
  const [answer] = await client.send(connection, protocol, typeof text === 'string' ? { sql: text } : text, values);
  return answer;
}
const recordStatements = async (work: () => Promise<unknown>) => {
  sentStatements.length = 0;
  await work();
  return sentStatements.splice(0);
};
const readName = (id: number) => db('country').where({ id }).first('name');
const RENAME_SQL = 'UPDATE country SET name = ? WHERE id = ?';

test('BEGIN is sent together with the first statement, whose answer is unchanged', async () => {
  const statements = await recordStatements(async () => {
    await send('query', { sql: 'BEGIN;' });
    expect(await send('query', 'SELECT id FROM country WHERE id = ?', [1])).toEqual([{ id: 1 }]);
    await send('query', RENAME_SQL, ['undone', 1]);
    await send('query', 'ROLLBACK');
  });
  expect(statements).toEqual(['BEGIN; SELECT id FROM country WHERE id = ?', RENAME_SQL, 'ROLLBACK']);
  expect(await readName(1)).not.toEqual({ name: 'undone' });
});

test('a text with several statements returns the result of each', async () => {
  await send('query', 'BEGIN');
  const text = { sql: 'SELECT 1 AS n; SELECT 2 AS n', isBatch: true as const };
  expect(await send('query', text)).toEqual([[{ n: 1 }], [{ n: 2 }]]);
  await send('query', 'COMMIT;');
});

test('a prepared statement sends BEGIN before itself', async () => {
  const statements = await recordStatements(async () => {
    await send('query', 'BEGIN;');
    await send('execute', RENAME_SQL, ['undone', 2]);
    await send('query', 'ROLLBACK');
  });
  expect(statements).toEqual(['BEGIN', RENAME_SQL, 'ROLLBACK']);
  expect(await readName(2)).not.toEqual({ name: 'undone' });
});

test('an empty transaction sends nothing, and the next statement runs outside a transaction', async () => {
  for (const end of ['COMMIT;', 'ROLLBACK']) {
    const statements = await recordStatements(async () => {
      await send('query', 'BEGIN;');
      await send('query', end);
      await send('query', RENAME_SQL, [`after ${end}`, 3]);
    });
    expect(statements).toEqual([RENAME_SQL]);
    expect(await readName(3)).toEqual({ name: `after ${end}` });
  }
});

test('a transaction whose first statement failed can still be rolled back', async () => {
  await send('query', 'BEGIN;');
  await expect(send('query', 'SELECT nothing')).rejects.toThrow('nothing');
  await send('query', RENAME_SQL, ['undone', 4]);
  await send('query', 'ROLLBACK');
  expect(await readName(4)).not.toEqual({ name: 'undone' });
});

test('transactions of a pool send BEGIN with their first statement', async () => {
  const pool = connect(url, 1);
  const countBegins = async () => {
    const [[row]] = await pool.raw("SHOW SESSION STATUS LIKE 'Com_begin'");
    return Number(row.Value);
  };
  const beginsBefore = await countBegins();
  await transact(pool, async () => undefined);
  expect(await countBegins()).toBe(beginsBefore);
  for (const send of [executeUnprepared, executePrepared]) {
    const failedTransaction = transact(pool, async (trx) => {
      await send(trx, RENAME_SQL, ['undone', 5]);
      throw new Error('no');
    });
    await expect(failedTransaction).rejects.toThrow('no');
  }
  expect(await countBegins()).toBe(beginsBefore + 2);
  expect(await readName(5)).not.toEqual({ name: 'undone' });
  await pool.destroy();
});

import { afterAll, expect, test, vi } from 'vitest';
import { connect, executePrepared, executeText, transact } from '../../src/database.ts';
import type { Connection, Protocol } from '../../src/mysql-client.ts';
import { useDatabase } from '../kit/database.ts';

const { db, url } = await useDatabase();

const client = connect(url, 1).client;
const connection: Connection = await client.acquireConnection();
const trips: string[] = [];
for (const by of ['query', 'execute'] as const) {
  const send = connection[by].bind(connection);
  vi.spyOn(connection, by).mockImplementation((text, values, done) => {
    trips.push(typeof text === 'string' ? text : text.sql);
    return send(text, values, done);
  });
}
afterAll(async () => {
  await client.releaseConnection(connection);
  await client.destroy();
});

async function sent(by: Protocol, text: string | { sql: string; isBatch?: true }, values: unknown[] = []) {
  const [answer] = await client.send(connection, by, typeof text === 'string' ? { sql: text } : text, values);
  return answer;
}
const tripsOf = async (work: () => Promise<unknown>) => {
  trips.length = 0;
  await work();
  return trips.splice(0);
};
const nameOf = (id: number) => db('country').where({ id }).first('name');
const rename = 'UPDATE country SET name = ? WHERE id = ?';

test('a transaction begins in one trip with its first statement, which answers as it would alone', async () => {
  const took = await tripsOf(async () => {
    await sent('query', { sql: 'BEGIN;' });
    expect(await sent('query', 'SELECT id FROM country WHERE id = ?', [1])).toEqual([{ id: 1 }]);
    await sent('query', rename, ['undone', 1]);
    await sent('query', 'ROLLBACK');
  });
  expect(took).toEqual(['BEGIN; SELECT id FROM country WHERE id = ?', rename, 'ROLLBACK']);
  expect(await nameOf(1)).not.toEqual({ name: 'undone' });
});

test('of several statements it hands over what each has answered', async () => {
  await sent('query', 'BEGIN');
  const text = { sql: 'SELECT 1 AS n; SELECT 2 AS n', isBatch: true as const };
  expect(await sent('query', text)).toEqual([[{ n: 1 }], [{ n: 2 }]]);
  await sent('query', 'COMMIT;');
});

test('what is executePrepared begins it too', async () => {
  const took = await tripsOf(async () => {
    await sent('query', 'BEGIN;');
    await sent('execute', rename, ['undone', 2]);
    await sent('query', 'ROLLBACK');
  });
  expect(took).toEqual(['BEGIN', rename, 'ROLLBACK']);
  expect(await nameOf(2)).not.toEqual({ name: 'undone' });
});

test('one without a statement is none, and what comes after it stands by itself', async () => {
  for (const end of ['COMMIT;', 'ROLLBACK']) {
    const took = await tripsOf(async () => {
      await sent('query', 'BEGIN;');
      await sent('query', end);
      await sent('query', rename, [`after ${end}`, 3]);
    });
    expect(took).toEqual([rename]);
    expect(await nameOf(3)).toEqual({ name: `after ${end}` });
  }
});

test('where the first statement is refused, the next one is still undone with the rest', async () => {
  await sent('query', 'BEGIN;');
  await expect(sent('query', 'SELECT nothing')).rejects.toThrow('nothing');
  await sent('query', rename, ['undone', 4]);
  await sent('query', 'ROLLBACK');
  expect(await nameOf(4)).not.toEqual({ name: 'undone' });
});

test('transactions of a pool begin so', async () => {
  const one = connect(url, 1);
  const begun = async () => {
    const [[row]] = await one.raw("SHOW SESSION STATUS LIKE 'Com_begin'");
    return Number(row.Value);
  };
  const before = await begun();
  await transact(one, async () => undefined);
  expect(await begun()).toBe(before);
  for (const send of [executeText, executePrepared]) {
    const refused = transact(one, async (trx) => {
      await send(trx, rename, ['undone', 5]);
      throw new Error('no');
    });
    await expect(refused).rejects.toThrow('no');
  }
  expect(await begun()).toBe(before + 2);
  expect(await nameOf(5)).not.toEqual({ name: 'undone' });
  await one.destroy();
});

import { expect, test } from 'vitest';
import {
  connect,
  type Database,
  executePrepared,
  executeText,
  type Transaction,
  transact,
} from '../../src/database.ts';
import { useDatabase } from '../kit/database.ts';
import { startDatabaseProxy } from '../kit/database-proxy.ts';

const { db, url } = await useDatabase();

const nameOf = async (by: Database, id: number) =>
  (await executePrepared<{ name: string }[]>(by, 'SELECT name FROM country WHERE id = ?', [id]))[0]?.name;

test('both kinds of statement see what their transaction has executeText, and nobody else does', async () => {
  const before = await nameOf(db, 1);
  await transact(db, async (trx) => {
    await executeText(trx, 'UPDATE ?? SET ? WHERE id IN (?)', ['country', { name: 'elsewhere' }, [1]]);
    expect(await nameOf(trx, 1)).toBe('elsewhere');
    expect(await nameOf(db, 1)).toBe(before);
  });
  expect(await nameOf(db, 1)).toBe('elsewhere');
});

test('a statement of a transaction that is over is refused: its connection may be another’s', async () => {
  let over: Transaction | undefined;
  await db.transaction(async (trx) => {
    over = trx;
  });
  await expect(nameOf(over as Transaction, 1)).rejects.toThrow('over');
});

test('a refused statement gives its connection back, and is told of like any other', async () => {
  const told: string[] = [];
  db.on('query', ({ sql }) => told.push(sql));
  for (let n = 0; n < 20; n++) await expect(executeText(db, 'SELECT nothing', [])).rejects.toThrow('nothing');
  expect(told).toHaveLength(20);
  expect(await nameOf(db, 2)).toBeTruthy();
});

test('a connection that was ended while nobody used it is noticed by nobody who reads, or begins, next', async () => {
  const line = await startDatabaseProxy();
  const far = connect(line.routeUrl(url));
  try {
    for (const next of [nameOf, (by: Database, id: number) => transact(by, (trx) => nameOf(trx, id))]) {
      expect(await nameOf(far, 2)).toBeTruthy();
      line.disconnect();
      line.restore();
      expect(await next(far, 2)).toBeTruthy();
    }
  } finally {
    await far.destroy();
    await line.close();
  }
});

test('a transaction whose connection is lost before it is to end is tried again, whole', async () => {
  const line = await startDatabaseProxy();
  const far = connect(line.routeUrl(url));
  const add = (trx: Transaction) => executeText(trx, 'UPDATE country SET version = version + 1 WHERE id = ?', [3]);
  const versionOf = async () => (await db('country').where({ id: 3 }).first('version'))?.version;
  try {
    const before = await versionOf();
    let attempts = 0;
    await transact(far, async (trx) => {
      await add(trx);
      if (++attempts > 1) return;
      line.disconnect();
      line.restore();
      await add(trx);
    });
    expect(attempts).toBe(2);
    expect(await versionOf()).toBe(before + 1);
  } finally {
    await far.destroy();
    await line.close();
  }
});

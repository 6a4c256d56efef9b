import { expect, test } from 'vitest';
import {
  connect,
  type Database,
  executePrepared,
  executeUnprepared,
  type Transaction,
  transact,
} from '../../src/database/database.ts';
import { useDatabase } from '../kit/database/database.ts';
import { startDatabaseProxy } from '../kit/database/database-proxy.ts';

const { db, url } = await useDatabase();

const readName = async (sender: Database, id: number) =>
  (await executePrepared<{ name: string }[]>(sender, 'SELECT name FROM country WHERE id = ?', [id]))[0]?.name;

test('text and prepared statements see the uncommitted writes of their own transaction only', async () => {
  const nameBefore = await readName(db, 1);
  await transact(db, async (trx) => {
    await executeUnprepared(trx, 'UPDATE ?? SET ? WHERE id IN (?)', ['country', { name: 'elsewhere' }, [1]]);
    expect(await readName(trx, 1)).toBe('elsewhere');
    expect(await readName(db, 1)).toBe(nameBefore);
  });
  expect(await readName(db, 1)).toBe('elsewhere');
});

test('a statement of an ended transaction is refused, because another transaction may use its connection', async () => {
  let endedTransaction: Transaction | undefined;
  await db.transaction(async (trx) => {
    endedTransaction = trx;
  });
  await expect(readName(endedTransaction as Transaction, 1)).rejects.toThrow('over');
});

test('a failed statement releases its connection and is reported like any other', async () => {
  const statements: string[] = [];
  db.on('query', ({ sql }) => statements.push(sql));
  for (let n = 0; n < 20; n++) await expect(executeUnprepared(db, 'SELECT nothing', [])).rejects.toThrow('nothing');
  expect(statements).toHaveLength(20);
  expect(await readName(db, 2)).toBeTruthy();
});

test('an idle connection that was closed is replaced before the next read or transaction', async () => {
  const proxy = await startDatabaseProxy();
  const proxiedDb = connect(proxy.routeUrl(url));
  try {
    for (const readNext of [readName, (sender: Database, id: number) => transact(sender, (trx) => readName(trx, id))]) {
      expect(await readName(proxiedDb, 2)).toBeTruthy();
      proxy.disconnect();
      proxy.restore();
      expect(await readNext(proxiedDb, 2)).toBeTruthy();
    }
  } finally {
    await proxiedDb.destroy();
    await proxy.close();
  }
});

test('a transaction whose connection is lost before COMMIT is retried from the start', async () => {
  const proxy = await startDatabaseProxy();
  const proxiedDb = connect(proxy.routeUrl(url));
  const incrementVersion = (trx: Transaction) =>
    executeUnprepared(trx, 'UPDATE country SET version = version + 1 WHERE id = ?', [3]);
  const readVersion = async () => (await db('country').where({ id: 3 }).first('version'))?.version;
  try {
    const versionBefore = await readVersion();
    let attempts = 0;
    await transact(proxiedDb, async (trx) => {
      await incrementVersion(trx);
      if (++attempts > 1) return;
      proxy.disconnect();
      proxy.restore();
      await incrementVersion(trx);
    });
    expect(attempts).toBe(2);
    expect(await readVersion()).toBe(versionBefore + 1);
  } finally {
    await proxiedDb.destroy();
    await proxy.close();
  }
});

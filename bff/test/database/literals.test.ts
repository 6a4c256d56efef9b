import { expect, test } from 'vitest';
import { insertAll, transact } from '../../src/database/database.ts';
import { toSqlLiterals } from '../../src/database/statement.ts';
import { useDatabase } from '../kit/database/database.ts';

const { db } = await useDatabase();

test('texts with any characters are stored unchanged', async () => {
  await db.raw('CREATE TABLE texts (id INT AUTO_INCREMENT PRIMARY KEY, text TEXT CHARACTER SET utf8mb4 NOT NULL)');
  const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  const texts = [
    ...[...ascii, ascii.join(''), ascii.toReversed().join('')],
    ...["it's", '\\', "\\'", "'; DROP TABLE texts; -- ", '\\\\', '?', '??', ':a', '`'],
    ...['首都机场', '🛫', 'é', '\u2028', JSON.stringify({ name: 'Chicago "O\'Hare"\n\\' })],
  ];
  await transact(db, (trx) =>
    insertAll(
      trx,
      'texts',
      texts.map((text) => ({ text })),
    ),
  );
  expect(await db('texts').orderBy('id').pluck('text')).toEqual(texts);
});

test('values other than texts are stored as the driver stores them', async () => {
  await db.raw('CREATE TABLE others (n DOUBLE, yes BOOLEAN, time DATETIME(3), nothing INT)');
  const row = { n: -1.5e-7, yes: true, time: new Date('2026-07-01T23:59:59.999Z'), nothing: null };
  await transact(db, (trx) => insertAll(trx, 'others', [row]));
  expect(await db('others')).toEqual([{ ...row, yes: 1 }]);
});

test('quotes in JSON are not escaped', () => {
  expect(toSqlLiterals([['{"a":"b"}', 1], [null]])).toBe(`('{"a":"b"}',1),(NULL)`);
});

import { expect, test } from 'vitest';
import { connect, type Database } from '../../src/database.ts';

const plain = process.env.TEST_DATABASE_SERVER ?? '';

async function ask(tls: boolean): Promise<unknown> {
  const db: Database = connect(`${plain}&tls=${tls}`, 1);
  return db.raw('SELECT 1').finally(() => db.destroy());
}

test('a server without TLS is refused where the address asks for it', async () => {
  await expect(ask(true)).rejects.toThrow('secure connection');
});

test('it is used where the address does not', async () => {
  await expect(ask(false)).resolves.toBeDefined();
});

import { expect, test } from 'vitest';
import { connect, type Database } from '../../src/database/database.ts';

const SERVER_URL = process.env.TEST_DATABASE_SERVER ?? '';

async function connectAndQuery(tls: boolean): Promise<unknown> {
  const db: Database = connect(`${SERVER_URL}&tls=${tls}`, 1);
  return db.raw('SELECT 1').finally(() => db.destroy());
}

test('a server without TLS is refused if the URL requires TLS', async () => {
  await expect(connectAndQuery(true)).rejects.toThrow('secure connection');
});

test('a server without TLS is used if the URL does not require it', async () => {
  await expect(connectAndQuery(false)).resolves.toBeDefined();
});

import { expect, test } from 'vitest';
import { connect, openKnex } from './connect.ts';

const plain = process.env.TEST_DATABASE_SERVER ?? '';

test('a server without TLS is refused if the URL requires TLS', async () => {
  await expect(connect(`${plain}&tls=true`)).rejects.toThrow('secure connection');
  const knex = openKnex(`${plain}&tls=true`);
  await expect(knex.raw('SELECT 1')).rejects.toThrow('secure connection');
  await knex.destroy();
});

test('a server without TLS is accepted if the URL does not require TLS', async () => {
  const connection = await connect(`${plain}&tls=false`);
  await connection.end();
});

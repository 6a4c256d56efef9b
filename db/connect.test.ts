import { expect, test } from 'vitest';
import { connect, openKnex } from './connect.ts';

const plain = process.env.TEST_DATABASE_SERVER ?? '';

test('a server without TLS is refused where the address asks for it', async () => {
  await expect(connect(`${plain}&tls=true`)).rejects.toThrow('secure connection');
  const knex = openKnex(`${plain}&tls=true`);
  await expect(knex.raw('SELECT 1')).rejects.toThrow('secure connection');
  await knex.destroy();
});

test('it is used where the address does not', async () => {
  const connection = await connect(`${plain}&tls=false`);
  await connection.end();
});

import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { connect, openKnex, withDatabase } from './connect.ts';

/** Creates an empty database for one test on the server of the test run. */
export function testDatabase() {
  const server = process.env.TEST_DATABASE_SERVER;
  if (!server) throw new Error('Run the tests with `npm test -w db`, which starts the database server they need.');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = withDatabase(server, name);
  let opened: Knex | undefined;
  return {
    url,
    get knex() {
      opened ??= openKnex(url);
      return opened;
    },
    async drop() {
      await opened?.destroy();
      const connection = await connect(server);
      await connection.query('DROP DATABASE IF EXISTS ??', [name]);
      await connection.end();
    },
  };
}

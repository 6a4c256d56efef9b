/** Knex documents extending a dialect's client, but has no types for its file. */
declare module 'knex/lib/dialects/mysql2/index.js' {
  import type { Knex } from 'knex';

  export default class Mysql2Client extends Knex.Client {
    // biome-ignore lint/suspicious/noExplicitAny: Knex itself has the driver's connection untyped
    _query(connection: any, query: any): Promise<any>;
  }
}

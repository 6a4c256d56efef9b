import knex, { type Knex } from 'knex';
import type { Connection as CallbackConnection } from 'mysql2';
import mysql, { type Connection } from 'mysql2/promise';

/** The driver's options for a database URL. `?socketPath=/…` selects a Unix socket, and `?tls=true` requires TLS. */
function connectionOptions(url: string) {
  const address = new URL(url);
  const tls = address.searchParams.get('tls') === 'true';
  // The driver does not know this parameter.
  address.searchParams.delete('tls');
  const ssl = tls && { ssl: { verifyIdentity: true } };
  return { uri: address.href, timezone: 'Z', charset: 'utf8mb4', connectTimeout: 10_000, ...ssl };
}

/** The SQL mode of every connection; NO_BACKSLASH_ESCAPES or ANSI_QUOTES would break the driver's quoting. */
const SQL_MODE =
  'ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';

/** How long a schema change waits for a table in use; all later statements on the table wait behind it. */
const TABLE_WAIT_SECONDS = 4;

const SESSION_SETTINGS = `SET SESSION sql_mode = '${SQL_MODE}', time_zone = '+00:00',
  lock_wait_timeout = ${TABLE_WAIT_SECONDS}, innodb_lock_wait_timeout = 50`;

/** Opens a connection with the product's own settings instead of the server's defaults. */
export async function connect(url: string): Promise<Connection> {
  const connection = await mysql.createConnection(connectionOptions(url));
  await connection.query(SESSION_SETTINGS);
  return connection;
}

/** Opens a small pool of connections with the same settings. */
export function openKnex(url: string): Knex {
  // Cast: Knex's types lack some TLS settings of the driver.
  const connection = connectionOptions(url) as Knex.MySql2ConnectionConfig;
  const afterCreate = (created: CallbackConnection, done: (error: Error | null) => void) =>
    created.query(SESSION_SETTINGS, done);
  return knex({ client: 'mysql2', connection, pool: { min: 0, max: 4, afterCreate } });
}

export function databaseName(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}

export function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

/** Creates the URL's database if it is missing. Tries to connect first, because the account may not be allowed to create databases. */
export async function ensureDatabase(url: string): Promise<void> {
  const existing = await connect(url).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ER_BAD_DB_ERROR') return undefined;
    throw error;
  });
  if (existing) return existing.end();
  const server = await connect(withDatabase(url, ''));
  try {
    await server.query(
      'CREATE DATABASE IF NOT EXISTS ?? CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci',
      databaseName(url),
    );
  } finally {
    await server.end();
  }
}

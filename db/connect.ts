import knex, { type Knex } from 'knex';
import mysql, { type Connection } from 'mysql2/promise';

/** What every connection of this room shares; in the URL `?socketPath=/…` means a Unix socket, `?tls=true` TLS. */
function options(url: string) {
  const address = new URL(url);
  const tls = address.searchParams.get('tls') === 'true';
  // the driver knows no such parameter
  address.searchParams.delete('tls');
  const ssl = tls && { ssl: { verifyIdentity: true } };
  return { uri: address.href, timezone: 'Z', charset: 'utf8mb4', connectTimeout: 10_000, ...ssl };
}

export function connect(url: string): Promise<Connection> {
  return mysql.createConnection(options(url));
}

export function openKnex(url: string): Knex {
  // what the driver takes; Knex's types know fewer of its settings for TLS
  const connection = options(url) as Knex.MySql2ConnectionConfig;
  return knex({ client: 'mysql2', connection, pool: { min: 0, max: 4 } });
}

export function databaseName(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}

export function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

/** Creates the URL's database if it is absent; asks first, as an account may have the right to use but not to create. */
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

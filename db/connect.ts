import knex, { type Knex } from 'knex';
import mysql, { type Connection } from 'mysql2/promise';

/** What every connection of this room shares; `?socketPath=/…` in the URL means a Unix socket. */
function options(url: string) {
  return { uri: url, timezone: 'Z', charset: 'utf8mb4', connectTimeout: 10_000 };
}

export function connect(url: string): Promise<Connection> {
  return mysql.createConnection(options(url));
}

export function openKnex(url: string): Knex {
  return knex({ client: 'mysql2', connection: options(url), pool: { min: 0, max: 4 } });
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

import { randomBytes } from 'node:crypto';
import path from 'node:path';
import mysql, { type Connection } from 'mysql2/promise';
import { node, root } from './child.ts';

export interface Product {
  url: string;
  /** Straight into the database, for what another person or the passing of time would do. */
  sql: (statement: string, values?: unknown[]) => Promise<unknown>;
  stop: () => Promise<void>;
}

/** The whole product: a new database with the starter set, and the real bff, which serves the built ui. */
export async function startProduct(): Promise<Product> {
  const name = `journey_${randomBytes(6).toString('hex')}`;
  const env = {
    DATABASE_URL: databaseUrl(name),
    HOST: '127.0.0.1',
    PORT: '0',
    JWT_SECRET: randomBytes(32).toString('hex'),
    DEMO: '1',
    NODE_ENV: 'test',
    UI_DIST: builtUi,
  };
  await node(['db/migrate.ts', '--demo'], env).finished();
  const bff = node(['bff/src/main.ts'], env);
  const { url, message } = await bff.message();
  if (typeof url !== 'string') throw new Error(`the bff does not start: ${message}`);
  const connection = await mysql.createConnection({ uri: databaseUrl(name), timezone: 'Z' });
  return {
    url,
    sql: async (statement, values) => (await connection.query(statement, values))[0],
    stop: async () => {
      await bff.stop();
      await drop(connection, name);
    },
  };
}

/** The runner has built it, unless it says where else a built one lies. */
export const builtUi = path.resolve(root, process.env.UI_DIST ?? 'ui/dist');

function databaseUrl(name: string): string {
  const server = process.env.TEST_DATABASE_SERVER;
  if (!server) throw new Error('Run the journeys with `npm run journeys -w ui`, which starts the database they need.');
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function drop(connection: Connection, name: string): Promise<void> {
  await connection.query('DROP DATABASE ??', [name]);
  await connection.end();
}

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Child } from './child.ts';
import { node, root } from './child.ts';
import { connectTo, copyDatabase, databaseUrl } from './database.ts';

export interface Product {
  url: string;
  /** Where its letters lie. */
  mailFolder: string;
  /** Straight into the database, for what another person or the passing of time would do. */
  sql: (statement: string, values?: unknown[]) => Promise<unknown>;
  stop: () => Promise<void>;
}

/** The runner has built it, unless it says where else a built one lies. */
export const builtUi = path.resolve(root, process.env.UI_DIST ?? 'ui/dist');

const newName = () => `journey_${randomBytes(6).toString('hex')}`;

const environment = (database: string) => ({
  DATABASE_URL: databaseUrl(database),
  HOST: '127.0.0.1',
  PORT: '0',
  JWT_SECRET: randomBytes(32).toString('hex'),
  DEMO: '1',
  NODE_ENV: 'test',
  UI_DIST: builtUi,
});

/** A database with the starter set, as it is when the product has started once; nobody works in it. */
export async function makeTemplate(): Promise<string> {
  const name = newName();
  await node(['db/migrate.ts', '--demo'], environment(name)).finished();
  const { bff } = await startBff(name);
  await bff.stop();
  return name;
}

/** The whole product: a new database like the template, and the real bff, which serves the built ui at a port or any. */
export async function startProduct(template: string, port = '0'): Promise<Product> {
  const name = newName();
  await copyDatabase(template, name);
  const mailFolder = await mkdtemp(path.join(tmpdir(), 'gazetteer-mail-'));
  const { bff, url } = await startBff(name, { MAIL_DIR: mailFolder, PORT: port });
  const connection = await connectTo(name);
  return {
    url,
    mailFolder,
    sql: async (statement, values) => (await connection.query(statement, values))[0],
    stop: async () => {
      await bff.stop();
      await connection.query('DROP DATABASE ??', [name]);
      await connection.end();
      await rm(mailFolder, { recursive: true });
    },
  };
}

async function startBff(database: string, more = {}): Promise<{ bff: Child; url: string }> {
  const bff = node(['bff/src/main.ts'], { ...environment(database), ...more });
  const { url, message } = await bff.message();
  if (typeof url !== 'string') throw new Error(`the bff does not start: ${message}`);
  return { bff, url };
}

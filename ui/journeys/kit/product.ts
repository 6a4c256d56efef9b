import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Child, node, root } from './child.ts';
import { connectTo, copyDatabase, databaseUrl } from './database.ts';
import { listening, startService } from './service.ts';

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
  DRAIN_SECONDS: '0',
  NODE_ENV: 'test',
  UI_DIST: builtUi,
});

/** A database with the starter set, as it is when the product has started once; nobody works in it. */
export async function makeTemplate(): Promise<string> {
  const name = newName();
  await Promise.all([
    node(['db/migrate.ts', '--demo'], environment(name)).finished(),
    node(['bff/build.ts'], {}).finished(),
  ]);
  const bff = new Child(process.execPath, ['bff/dist/main.js'], environment(name));
  await listening(bff.message());
  await bff.stop();
  return name;
}

/** The database of a product that is to come. */
export async function makeDatabase(template: string): Promise<string> {
  const name = newName();
  await copyDatabase(template, name);
  return name;
}

/** The whole product on a database of its own: the real bff, which serves the built ui at a port or any. */
export async function startProduct(database: string, port = '0'): Promise<Product> {
  const mailFolder = await mkdtemp(path.join(tmpdir(), 'gazetteer-mail-'));
  const service = await startService({ ...environment(database), MAIL_DIR: mailFolder, PORT: port });
  const connection = await connectTo(database);
  return {
    url: service.url,
    mailFolder,
    sql: async (statement, values) => (await connection.query(statement, values))[0],
    stop: async () => {
      await service.stop();
      await connection.query('DROP DATABASE ??', [database]);
      await connection.end();
      await rm(mailFolder, { recursive: true });
    },
  };
}

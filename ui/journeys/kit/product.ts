import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Child, root, runNode } from './child.ts';
import { connectTo, copyDatabase, databaseUrl } from './database.ts';

export interface Product {
  url: string;
  /** The folder that receives its e-mails. */
  mailFolder: string;
  /** Runs SQL on its database, for what would otherwise take another person or the passing of time. */
  sql: (statement: string, values?: unknown[]) => Promise<unknown>;
  stop: () => Promise<void>;
}

/** The folder of the built ui. */
export const builtUi = path.resolve(root, process.env.UI_DIST ?? 'ui/dist');

const newDatabaseName = () => `journey_${randomBytes(6).toString('hex')}`;

const environmentFor = (database: string) => ({
  DATABASE_URL: databaseUrl(database),
  HOST: '127.0.0.1',
  PORT: '0',
  JWT_SECRET: randomBytes(32).toString('hex'),
  DEMO: '1',
  DRAIN_SECONDS: '0',
  NODE_ENV: 'test',
  UI_DIST: builtUi,
});

/** Creates the database that each product gets a copy of: migrated, seeded, and started once. */
export async function createTemplateDatabase(): Promise<string> {
  const name = newDatabaseName();
  await Promise.all([
    runNode(['db/migrate.ts', '--demo'], environmentFor(name)).waitForSuccess(),
    runNode(['bff/build.ts'], {}).waitForSuccess(),
  ]);
  const bff = new Child(process.execPath, ['bff/dist/main.js'], environmentFor(name));
  await listenUrl(bff.nextMessage());
  await bff.stop();
  return name;
}

/** Creates the database of one product. */
export async function createProductDatabase(template: string): Promise<string> {
  const name = newDatabaseName();
  await copyDatabase(template, name);
  return name;
}

/** Starts the bff on a database; it serves the built ui too. Port 0 takes any free port. */
export async function startProduct(database: string, port = '0'): Promise<Product> {
  const mailFolder = await mkdtemp(path.join(tmpdir(), 'gazetteer-mail-'));
  const service = await startService({ ...environmentFor(database), MAIL_DIR: mailFolder, PORT: port });
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

let hostProcess: Child | undefined;

/** Starts a bff inside one host process that all files share, so that its modules are loaded once. */
export async function startService(env: NodeJS.ProcessEnv): Promise<{ url: string; stop: () => Promise<void> }> {
  // A failed file may have ended the host process; then start another.
  if (!hostProcess || hostProcess.hasExited) hostProcess = runNode(['bff/test/kit/host.ts'], { NODE_ENV: 'test' });
  const currentHost = hostProcess;
  const url = await listenUrl(currentHost.request({ start: env }));
  return {
    url,
    stop: async () => {
      const { message } = await currentHost.request({ stop: true });
      if (message) throw new Error(`the bff does not stop: ${message}`);
    },
  };
}

/** The URL that a bff reports once it listens. */
export async function listenUrl(reply: Promise<Record<string, unknown>>): Promise<string> {
  const { url, message } = await reply;
  if (typeof url !== 'string') throw new Error(`the bff does not start: ${message}`);
  return url;
}

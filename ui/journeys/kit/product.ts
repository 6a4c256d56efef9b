import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Child, PROJECT_ROOT, runNode } from './child.ts';
import { connectTo, copyDatabase, databaseUrl } from './database.ts';

export interface Product {
  url: string;
  /** The folder that receives the product's e-mails. */
  mailFolder: string;
  /** Runs SQL on the database, for states that the ui could reach only over time or with another person. */
  sql: (statement: string, values?: unknown[]) => Promise<unknown>;
  stop: () => Promise<void>;
}

/** The folder of the built ui. */
export const BUILT_UI_FOLDER = path.resolve(PROJECT_ROOT, process.env.UI_DIST ?? 'ui/dist');

const newDatabaseName = () => `journey_${randomBytes(6).toString('hex')}`;

const environmentFor = (database: string) => ({
  DATABASE_URL: databaseUrl(database),
  HOST: '127.0.0.1',
  PORT: '0',
  JWT_SECRET: randomBytes(32).toString('hex'),
  DEMO: '1',
  DRAIN_SECONDS: '0',
  NODE_ENV: 'test',
  UI_DIST: BUILT_UI_FOLDER,
});

/** Creates the database that each product gets a copy of. It has been migrated, seeded and used by one start of the bff. */
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

/** Starts the bff, which also serves the built ui, on a database. Port 0 selects any free port. */
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
  // A failed test file may have ended the host process.
  if (!hostProcess || hostProcess.hasExited) hostProcess = runNode(['bff/test/kit/host.ts'], { NODE_ENV: 'test' });
  const currentHost = hostProcess;
  const url = await listenUrl(currentHost.request({ start: env }));
  return {
    url,
    stop: async () => {
      const { message } = await currentHost.request({ stop: true });
      if (message) throw new Error(`the bff did not stop: ${message}`);
    },
  };
}

/** Returns the URL that a bff reports when it listens. */
export async function listenUrl(reply: Promise<Record<string, unknown>>): Promise<string> {
  const { url, message } = await reply;
  if (typeof url !== 'string') throw new Error(`the bff did not start: ${message}`);
  return url;
}

import path from 'node:path';
import { connect, withDatabase } from '../../connect.ts';
import { migrate, newerDatabase } from '../../migrate.ts';
import type { Configuration } from '../configuration.mjs';
import { Failure } from '../failure.mjs';
import { build, ui } from '../prepare/build.ts';
import { serverUrl } from '../server/paths.ts';
import { ensurePrivateServer } from '../server/private-server.ts';
import { beginStartStep } from '../step-progress.mjs';
import { welcome } from '../welcome.ts';
import { type Bff, builtCommand, startBff } from './bff.ts';
import { isAlive } from './processes.mjs';
import type { Teardown } from './teardown.mjs';

/** What tests and `npm run dev` replace. */
export type Overrides = { bffCommand?: string[]; env?: NodeJS.ProcessEnv; build?: typeof build };

type Options = {
  configuration: Configuration & { jwtSecret: string };
  teardown: Teardown;
  announce(url: string): void;
  overrides: Overrides;
};

type Database = { url: string; isOurs: boolean; lost: Promise<string> };

const mailFolderIn = (dataDir: string) => path.join(dataDir, 'mail');

/** The launcher has already read variables given as files, so its children must not read them again. */
export const unsetFileVariables = {
  DATABASE_URL_FILE: '',
  JWT_SECRET_FILE: '',
  SECRETS_KEY_FILE: '',
  SMTP_URL_FILE: '',
};

const never = new Promise<never>(() => {});

/** Starts database and service, and fails when either of them ends. */
export async function supervise({ configuration, teardown, announce, overrides }: Options): Promise<never> {
  const database = await openDatabase(configuration, teardown);
  await migrateAndSeed(database, configuration.secretsKey !== undefined);
  await (overrides.build ?? build)(configuration.root, beginStartStep('Build'));
  const bff = await listen(configuration, database, teardown, overrides);
  announce(bff.url);
  const mailFolder = configuration.smtpUrl ? undefined : mailFolderIn(configuration.dataDir);
  console.log(welcome({ ...bff, demo: database.isOurs, mailFolder }));
  const reason = await Promise.race([
    bff.exited.then((exit) => `The service stopped by itself: ${exit}.`),
    database.lost,
  ]);
  throw new Failure(reason);
}

async function openDatabase({ databaseUrl, dataDir }: Configuration, teardown: Teardown): Promise<Database> {
  const step = beginStartStep('Database');
  if (databaseUrl) {
    step.phase('connecting to DATABASE_URL');
    const host = new URL(databaseUrl).host;
    const connection = await connect(withDatabase(databaseUrl, '')).catch((error: NodeJS.ErrnoException) => {
      throw new Failure(`The database of DATABASE_URL (${host}) cannot be used: ${error.message || error.code}`);
    });
    await connection.end();
    step.done(`${host} answers`);
    return { url: databaseUrl, isOurs: false, lost: never };
  }
  const onSpawn = (stop: () => Promise<void>) => void teardown.addOrRun(stop);
  const server = await ensurePrivateServer({ dataDir, durability: 'durable', step, onSpawn });
  step.done(server.summary);
  return { url: serverUrl(server.socket, 'gazetteer'), isOurs: true, lost: watchServerExit(server.pid) };
}

/** A server started by an earlier run is not a child process, so its exit must be polled. */
function watchServerExit(pid: number): Promise<string> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (isAlive(pid)) return;
      clearInterval(timer);
      resolve('The database stopped by itself; its log is mariadb.log in DATA_DIR.');
    }, 1000);
    timer.unref();
  });
}

async function migrateAndSeed({ url, isOurs }: Database, encryptSecrets: boolean): Promise<void> {
  const migrations = beginStartStep('Migrations');
  let seeds = migrations;
  const outcome = await migrate(url, {
    demo: isOurs,
    encryptSecrets,
    onStep: ({ step, text }) => (step === 'seed' ? seeds : migrations).phase(text),
    onMigrated({ migrated, unknown }) {
      migrations.done(migrated.length > 0 ? `${migrated.length} applied` : 'none due');
      if (unknown.length > 0) console.log(`  ${newerDatabase(unknown)}`);
      seeds = beginStartStep('Starter set');
    },
  });
  seeds.done(outcome.seeded.join(', ') || 'not due, the database is not new');
}

async function listen(
  { root, dataDir, port, host, trustProxy, smtpUrl, jwtSecret, secretsKey }: Options['configuration'],
  database: Database,
  teardown: Teardown,
  { bffCommand: command = builtCommand('main.js'), env: overriddenEnv = {} }: Overrides,
): Promise<Bff> {
  const step = beginStartStep('Listen');
  step.phase(`starting the service on ${host}, port ${port}`);
  const env = {
    NODE_ENV: 'production',
    ...process.env,
    UI_DIST: path.join(root, ui.folder),
    ...overriddenEnv,
    ...unsetFileVariables,
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    HOST: host,
    JWT_SECRET: jwtSecret,
    MAIL_DIR: mailFolderIn(dataDir),
    PORT: String(port),
    SECRETS_KEY: secretsKey ?? '',
    TRUST_PROXY: String(trustProxy),
    ...(smtpUrl && { SMTP_URL: smtpUrl }),
    DEMO: database.isOurs ? '1' : '',
    // With a private database no proxy stands in front that would need time to notice the end.
    DRAIN_SECONDS: process.env.DRAIN_SECONDS || (database.isOurs ? '0' : ''),
  };
  const onSpawn = (stop: () => Promise<void>) => void teardown.addOrRun(stop);
  const bff = await startBff({ command, root, env, onSpawn, hurry: teardown.abortSignal });
  step.done(`at ${bff.url}`);
  return bff;
}

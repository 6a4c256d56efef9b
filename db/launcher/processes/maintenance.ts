import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type MigrateStep, migrate } from '../../migrate.ts';
import type { WorkerConfiguration } from '../configuration.mjs';
import { Failure } from '../failure.mjs';
import { build, service } from '../prepare/build.ts';
import { serverPaths, serverUrl } from '../server/paths.ts';
import { ensurePrivateServer } from '../server/private-server.ts';
import { beginStep } from '../step-progress.mjs';
import { acquireRunLock, findOtherRun } from './run-lock.mjs';
import { workerEnvironment } from './supervise-worker.ts';
import type { Teardown } from './teardown.mjs';

interface Options {
  configuration: WorkerConfiguration;
  teardown: Teardown;
  /** The name of the program and its arguments. */
  program: string[];
  command?: string[];
}

/** Runs a program of the service that changes an existing database, and returns its exit code. */
export async function runMaintenance({ configuration, teardown, program, command }: Options): Promise<number> {
  const { root, dataDir, databaseUrl } = configuration;
  const [name = '', ...args] = program;
  if (!databaseUrl) await openPrivateDatabase(name, dataDir, teardown);
  if (!command) await build(root, beginStep('Build'), [service]);
  const [executable = '', ...commandArgs] = command ?? [process.execPath, `bff/dist/${name}.js`, ...args];
  const env = workerEnvironment(configuration);
  return spawnSync(executable, commandArgs, { cwd: root, env, stdio: 'inherit' }).status ?? 1;
}

/** Starts and migrates the private database until the teardown, unless `npm start` runs it; after a restore nothing may run on it. */
async function openPrivateDatabase(name: string, dataDir: string, teardown: Teardown): Promise<void> {
  const otherRun = findOtherRun(dataDir);
  if (otherRun && name === 'after-restore')
    throw new Failure(`Gazetteer runs on the data in ${dataDir} (process ${otherRun.pid}). Stop it first.`);
  if (otherRun) return;
  if (!existsSync(serverPaths(dataDir).data))
    throw new Failure(`There is no database in ${dataDir}. Set DATA_DIR to the folder of one, or DATABASE_URL.`);
  await teardown.addOrRun(acquireRunLock(dataDir).release);
  const step = beginStep('Database');
  const onSpawn = (stop: () => Promise<void>) => void teardown.addOrRun(stop);
  const { summary, socket } = await ensurePrivateServer({ dataDir, durability: 'durable', step, onSpawn });
  step.done(summary);
  // the data may be a restored backup of an earlier version
  const migrations = beginStep('Migrations');
  const onStep = ({ text }: MigrateStep) => migrations.phase(text);
  const { migrated } = await migrate(serverUrl(socket, 'gazetteer'), { demo: true, encryptSecrets: true, onStep });
  migrations.done(migrated.length > 0 ? `${migrated.length} applied` : 'none due');
}

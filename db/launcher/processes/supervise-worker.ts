import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { WorkerConfiguration } from '../configuration.mjs';
import { Failure } from '../failure.mjs';
import { build, service } from '../prepare/build.ts';
import { loadOrCreateSecret } from '../prepare/secret-file.mjs';
import { serverPaths, serverUrl } from '../server/paths.ts';
import { findServerPid } from '../server/running-server.ts';
import { beginStep } from '../step-progress.mjs';
import { builtCommand, spawnService } from './bff.ts';
import { unsetFileVariables } from './supervise.ts';
import type { Teardown } from './teardown.mjs';

interface Options {
  configuration: WorkerConfiguration;
  teardown: Teardown;
  command?: string[];
}

type Message = { type: 'working' } | { type: 'failed'; message: string };

/** Starts a worker, and fails if it ends. */
export async function superviseWorker({ configuration, teardown, command }: Options): Promise<never> {
  const { root } = configuration;
  if (!command) await build(root, beginStep('Build'), [service]);
  const env = workerEnvironment(configuration);
  const onSpawn = (stop: () => Promise<void>) => void teardown.addOrRun(stop);
  const { child, exited } = spawnService({
    command: command ?? builtCommand('worker.js'),
    root,
    env,
    onSpawn,
    hurry: teardown.abortSignal,
  });
  const failed = new Promise<never>((_, reject) => {
    child.on('message', (message: Message) => {
      if (message.type === 'working') console.log('  A worker is at work. Ctrl-C stops it.');
      else reject(new Failure(message.message));
    });
  });
  throw new Failure(`The worker stopped by itself: ${await Promise.race([exited, failed])}.`);
}

/** The environment of a process that works on the database of DATABASE_URL, or on the private one that runs in the data folder. */
export function workerEnvironment({
  dataDir,
  databaseUrl,
  secretsKey,
  smtpUrl,
}: WorkerConfiguration): NodeJS.ProcessEnv {
  return {
    NODE_ENV: 'production',
    ...process.env,
    ...unsetFileVariables,
    DATABASE_URL: databaseUrl ?? privateDatabase(dataDir),
    SECRETS_KEY: secretsKey ?? (databaseUrl ? '' : loadOrCreateSecret(dataDir, 'secrets-key')),
    MAIL_DIR: path.join(dataDir, 'mail'),
    CONSOLE_URL: databaseUrl ? '' : consoleUrl(dataDir),
    ...(smtpUrl && { SMTP_URL: smtpUrl }),
  };
}

/** The private database of a start on the same data folder. */
function privateDatabase(dataDir: string): string {
  const paths = serverPaths(dataDir);
  if (findServerPid(paths)) return serverUrl(paths.socket, 'gazetteer');
  throw new Failure(`No database runs in ${dataDir}. Run npm start there first, or set DATABASE_URL.`);
}

/** The URL of the console of that start, or an empty string if unknown. */
function consoleUrl(dataDir: string): string {
  try {
    return JSON.parse(readFileSync(path.join(dataDir, 'run.json'), 'utf8')).url ?? '';
  } catch {
    return '';
  }
}

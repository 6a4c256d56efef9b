import { execFile, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const launcherPath = fileURLToPath(new URL('../../../../db/launcher/durable-server.ts', import.meta.url));
const migratePath = fileURLToPath(new URL('../../../../db/migrate.ts', import.meta.url));

export interface DurableServer {
  /** The URL of a migrated database on the server. */
  url: string;
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

interface DurableServerOptions {
  /** The folder of the server's data. */
  folder?: string;
  /** Whether to seed the starter set and the demo accounts. */
  demo?: boolean;
}

/** Starts a database server for one test that loses no acknowledged transaction when it is killed. */
export async function startDurableServer({ folder, demo = false }: DurableServerOptions = {}): Promise<DurableServer> {
  const child = fork(launcherPath, {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, ...(folder && { TMPDIR: folder }) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const request = (command: 'start' | 'kill') =>
    new Promise<{ url: string }>((resolve, reject) => {
      child.once('message', (answer: { url: string; error?: string }) =>
        answer.error === undefined ? resolve(answer) : reject(new Error(answer.error)),
      );
      child.send(command);
    });
  const url = new URL((await request('start')).url);
  url.pathname = '/durable';
  const env = { ...process.env, DATABASE_URL: url.href };
  await promisify(execFile)(process.execPath, ['--import', 'tsx', migratePath, ...(demo ? ['--demo'] : [])], { env });
  return {
    url: url.href,
    kill: async () => void (await request('kill')),
    start: async () => void (await request('start')),
    close: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.disconnect();
      }),
  };
}

import { execFile, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const launcher = fileURLToPath(new URL('../../../db/launcher/durable-server.ts', import.meta.url));
const migrate = fileURLToPath(new URL('../../../db/migrate.ts', import.meta.url));

export interface DurableServer {
  /** Of a migrated database in it. */
  url: string;
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

interface Options {
  /** In which the server has its data. */
  folder?: string;
  /** With the starter set and the accounts of a demo. */
  demo?: boolean;
}

/** A database server of the test's own, which keeps through any kill what it acknowledged. */
export async function startDurableServer({ folder, demo = false }: Options = {}): Promise<DurableServer> {
  const child = fork(launcher, {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, ...(folder && { TMPDIR: folder }) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ask = (word: 'start' | 'kill') =>
    new Promise<{ url: string }>((resolve, reject) => {
      child.once('message', (answer: { url: string; error?: string }) =>
        answer.error === undefined ? resolve(answer) : reject(new Error(answer.error)),
      );
      child.send(word);
    });
  const url = new URL((await ask('start')).url);
  url.pathname = '/durable';
  const env = { ...process.env, DATABASE_URL: url.href };
  await promisify(execFile)(process.execPath, ['--import', 'tsx', migrate, ...(demo ? ['--demo'] : [])], { env });
  return {
    url: url.href,
    kill: async () => void (await ask('kill')),
    start: async () => void (await ask('start')),
    close: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.disconnect();
      }),
  };
}

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface ForkedWorker {
  /** By SIGKILL. */
  kill(): Promise<void>;
}

/** A worker as `npm run worker` starts it, at work. */
export async function forkWorker(databaseUrl: string): Promise<ForkedWorker> {
  const child = fork('src/worker/worker.ts', {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`The worker ended with ${code} before it was at work.`)));
  });
  return {
    kill: () => {
      child.kill('SIGKILL');
      return exited;
    },
  };
}

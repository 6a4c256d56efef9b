import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { PusherOptions } from '../../src/sync/push/pusher.ts';
import type { Word } from './worker-process.ts';

export interface ForkedWorker {
  say(word: Word): void;
  /** By SIGKILL. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** A worker as a process of its own. */
export async function forkWorker(
  databaseUrl: string,
  options: Pick<PusherOptions, 'backoffMs' | 'timeoutMs' | 'leaseMs'> = {},
): Promise<ForkedWorker> {
  const child: ChildProcess = fork(fileURLToPath(new URL('worker-process.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, DATABASE_URL: databaseUrl, PUSHER: JSON.stringify(options) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`The worker ended with ${code} before it was ready.`)));
  });
  return {
    say: (word) => child.send(word),
    kill: () => {
      child.kill('SIGKILL');
      return exited;
    },
    stop: () => {
      child.send('stop');
      return exited;
    },
  };
}

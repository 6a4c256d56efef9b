import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { PusherOptions } from '../../../src/sync/push/pusher.ts';
import type { WorkerMessage } from './worker-process.ts';

export interface WorkerProcess {
  send(message: WorkerMessage): void;
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a test worker as a child process. */
export async function forkTestWorker(
  databaseUrl: string,
  options: Pick<PusherOptions, 'backoffMs' | 'timeoutMs' | 'leaseMs'> = {},
): Promise<WorkerProcess> {
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
    send: (message) => child.send(message),
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

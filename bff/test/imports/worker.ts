import { fork } from 'node:child_process';
import { onDatabase, programs } from '../kit/program.ts';

export interface ForkedWorker {
  /** By SIGKILL. */
  kill(): Promise<void>;
}

/** A worker as `npm run worker` starts it, at work. */
export async function forkWorker(databaseUrl: string): Promise<ForkedWorker> {
  const child = fork(programs.worker, onDatabase(databaseUrl));
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

import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface BffProcess {
  url: string;
  child: ChildProcess;
  /** Settles with the exit code or signal. */
  exited: Promise<number | string | null>;
}

/** The service as a process of its own, as the launcher starts it. */
export async function startProcess(databaseUrl: string, env: Record<string, string> = {}): Promise<BffProcess> {
  const common = { JWT_SECRET: 'a secret of this test, long enough', PORT: '0' };
  const child = fork(programs.service, onDatabase(databaseUrl, { ...common, ...env }));
  const exited = new Promise<number | string | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? code));
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message: { type: string; url: string; message: string }) =>
      message.type === 'listening' ? resolve(message.url) : reject(new Error(message.message)),
    );
    void exited.then((how) => reject(new Error(`The service ended with ${how} before it listened.`)));
  });
  return { url, child, exited };
}

const cwd = fileURLToPath(new URL('../..', import.meta.url));

/** What production runs, made when the tests begin: it starts in a quarter of the time that its sources take. */
export const programs = { service: 'dist/main.js', worker: 'dist/worker.js' };

/** What reads files for a service that runs within the tests. */
export const importProgram = [fileURLToPath(new URL('../../dist/import-process.js', import.meta.url))];

/** How a program of the bff runs on a database: silently, in touch with its parent. */
export const onDatabase = (databaseUrl: string, env: Record<string, string> = {}): ForkOptions => ({
  cwd,
  env: { ...process.env, DATABASE_URL: databaseUrl, DRAIN_SECONDS: '0', ...env },
  execArgv: [],
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
});

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

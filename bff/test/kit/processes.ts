import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface ServiceProcess {
  url: string;
  child: ChildProcess;
  /** Resolves to the exit code or signal. */
  exited: Promise<number | string | null>;
}

/** Starts the built service as a child process, as the launcher does. */
export async function startServiceProcess(
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<ServiceProcess> {
  const defaultEnv = { JWT_SECRET: 'a secret of this test, long enough', PORT: '0' };
  const child = fork(PROGRAM_PATHS.service, forkOptions(databaseUrl, { ...defaultEnv, ...env }));
  const exited = new Promise<number | string | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? code));
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message: { type: string; url: string; message: string }) =>
      message.type === 'listening' ? resolve(message.url) : reject(new Error(message.message)),
    );
    void exited.then((status) => reject(new Error(`The service ended with ${status} before it listened.`)));
  });
  return { url, child, exited };
}

const cwd = fileURLToPath(new URL('../..', import.meta.url));

/** The programs of the production build, which the global setup creates. They start four times as fast as the sources. */
export const PROGRAM_PATHS = { service: 'dist/main.js', worker: 'dist/worker.js' };

/** The arguments that start the import process of a service that runs inside the tests. */
export const importProgram = [fileURLToPath(new URL('../../dist/import-process.js', import.meta.url))];

/** Returns options that run a program on a database with an IPC channel and without its output. */
export const forkOptions = (databaseUrl: string, env: Record<string, string> = {}): ForkOptions => ({
  cwd,
  env: { ...process.env, DATABASE_URL: databaseUrl, DRAIN_SECONDS: '0', ...env },
  execArgv: [],
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
});

export interface WorkerProcess {
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>;
}

/** Starts the built worker, as `npm run worker` does, and waits until it is ready. */
export async function startWorkerProcess(databaseUrl: string): Promise<WorkerProcess> {
  const child = fork(PROGRAM_PATHS.worker, forkOptions(databaseUrl));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`The worker ended with ${code} before it was ready.`)));
  });
  return {
    kill: () => {
      child.kill('SIGKILL');
      return exited;
    },
  };
}

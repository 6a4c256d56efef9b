import type { ForkOptions } from 'node:child_process';
import { fileURLToPath } from 'node:url';

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

import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { builtCommand, memoryEnv } from '../db/launcher/processes/bff.ts';
import { readChildPids } from './measure/cpu-time.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

export interface Service {
  url: string;
  pid: number | undefined;
  /**
   * Returns the memory of the process and its children in bytes, which counts shared pages once, or NaN if the system does not
   * provide it.
   */
  memory(): number;
  stop(): Promise<void>;
}

/** Starts the service in production mode with the worker inside, as `npm start` does. */
export async function startService(databaseUrl: string): Promise<Service> {
  const [program = '', ...args] = builtCommand('main.js');
  const child = spawn(program, args, {
    cwd: root,
    env: {
      ...process.env,
      ...memoryEnv,

      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      JWT_SECRET: 'a secret of a benchmark, long enough',
      PORT: '0',
      DRAIN_SECONDS: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const url = await waitForUrl(child);
  return {
    url,
    pid: child.pid,
    memory: () => readMemoryBytes(child.pid),
    async stop() {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await exited;
    },
  };
}

const waitForUrl = (child: ChildProcess) =>
  new Promise<string>((resolve, reject) => {
    child.once('message', (message: { type: string; url: string; message: string }) =>
      message.type === 'listening' ? resolve(message.url) : reject(new Error(message.message)),
    );
    child.once('exit', (code) => reject(new Error(`The service ended with ${code} before it listened.`)));
  });

function readMemoryBytes(pid: number | undefined): number {
  try {
    const [, kibibytes] = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return readChildPids(pid).reduce((sum, child) => sum + (readMemoryBytes(child) || 0), Number(kibibytes) * 1024);
  } catch {
    return Number.NaN;
  }
}

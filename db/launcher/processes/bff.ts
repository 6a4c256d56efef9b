import { spawn } from 'node:child_process';
import { Failure } from '../failure.mjs';

export type Bff = {
  url: string;
  /** A token to create the first administrator, if there is none. */
  setup?: string;
  /** Resolves with the reason when the process has exited. */
  exited: Promise<string>;
};

type Listening = { type: 'listening'; url: string; setup?: string };
type Message = Listening | { type: 'failed'; message: string };

type Options = {
  command: string[];
  root: string;
  env: NodeJS.ProcessEnv;
  /** Called as soon as the process exists, with a function that drains it, or kills it once `hurry` is aborted. */
  onSpawn(stop: () => Promise<void>): void;
  hurry: AbortSignal;
};

/**
 * The command of a built program. Imports create garbage for up to a million rows, and by default Node would collect it only
 * after hundreds of megabytes. Parallel GC threads cost more than they save, because they compete with the database for CPU.
 */
export const builtCommand = (file: 'main.js' | 'worker.js') => [
  process.execPath,
  '--heap-growing-percent=40',
  '--max-semi-space-size=16',
  '--single-threaded-gc',
  '--v8-pool-size=2',
  `bff/dist/${file}`,
];

/**
 * By default glibc raises its threshold for returning memory with each large buffer it frees (mallopt(3),
 * M_MMAP_THRESHOLD), which keeps about twenty megabytes after an import.
 */
export const memoryEnv = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };

/** The time for pending requests to finish after the drain period. */
const END_MS = 20_000;
const DEFAULT_DRAIN_MS = 5_000;

/** Starts a process that is stopped by SIGTERM. */
export function spawnService({ command, root, env, onSpawn, hurry }: Options) {
  const [program = process.execPath, ...args] = command;
  // A process group of its own keeps Ctrl-C from reaching the service, which drains once on SIGTERM.
  const child = spawn(program, args, {
    cwd: root,
    env: { ...memoryEnv, ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ? `it was killed by ${signal}` : `it ended with code ${code}`));
  });
  onSpawn(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    const drainMs = env.DRAIN_SECONDS ? Number(env.DRAIN_SECONDS) * 1000 : DEFAULT_DRAIN_MS;
    const killTimer = setTimeout(() => child.kill('SIGKILL'), drainMs + END_MS);
    hurry.addEventListener('abort', () => child.kill('SIGKILL'));
    await exited;
    clearTimeout(killTimer);
  });
  return { child, exited };
}

/** Starts the service and waits until it listens. */
export async function startBff(options: Options): Promise<Bff> {
  const { child, exited } = spawnService(options);
  const { url, setup } = await new Promise<Listening>((resolve, reject) => {
    child.on('message', (message: Message) => {
      if (message.type === 'listening') resolve(message);
      if (message.type === 'failed') reject(new Failure(message.message));
    });
    void exited.then((reason) => reject(new Failure(`The service did not start: ${reason}.`)));
  });
  return { url, exited, ...(setup && { setup }) };
}

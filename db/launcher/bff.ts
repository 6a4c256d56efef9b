import { spawn } from 'node:child_process';
import { Failure } from './failure.mjs';

export type Bff = {
  url: string;
  /** A token that makes the first administrator, where there is none. */
  setup?: string;
  /** Settles when the process is gone, with how it ended. */
  exited: Promise<string>;
};

type Listening = { type: 'listening'; url: string; setup?: string };
type Message = Listening | { type: 'failed'; message: string };

type Options = {
  command: string[];
  root: string;
  env: NodeJS.ProcessEnv;
  /** Called as soon as there is a process to stop; the function drains it, or kills it once `hurry` is aborted. */
  onSpawn(stop: () => Promise<void>): void;
  hurry: AbortSignal;
};

/**
 * How what is built runs. A file may have a million rows, and each of them is garbage soon: by itself Node would let it heap up
 * to hundreds of megabytes before it looks. Threads that collect beside the service take from the database's processors, and from
 * each other's caches, more than they give.
 */
export const built = (file: 'main.js' | 'worker.js') => [
  process.execPath,
  '--heap-growing-percent=40',
  '--max-semi-space-size=16',
  '--single-threaded-gc',
  '--v8-pool-size=2',
  `bff/dist/${file}`,
];

/**
 * In what environment: glibc would keep what buffers of a megabyte have held, as it lets its threshold for handing memory back
 * grow with them (mallopt(3), M_MMAP_THRESHOLD); that is twenty megabytes in an import.
 */
export const builtEnv = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };

/** How long requests under way may take to end, after the time in which the service still takes new ones. */
const END_MS = 20_000;
const DEFAULT_DRAIN_MS = 5_000;

/** Starts a process that is told when to end. */
export function spawnService({ command, root, env, onSpawn, hurry }: Options) {
  const [program = process.execPath, ...args] = command;
  // A process group of its own: Ctrl-C reaches us alone, and the service drains once, when told to.
  const child = spawn(program, args, {
    cwd: root,
    env: { ...builtEnv, ...env },
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
    const late = setTimeout(() => child.kill('SIGKILL'), drainMs + END_MS);
    hurry.addEventListener('abort', () => child.kill('SIGKILL'));
    await exited;
    clearTimeout(late);
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
    void exited.then((how) => reject(new Failure(`The service did not start: ${how}.`)));
  });
  return { url, exited, ...(setup && { setup }) };
}

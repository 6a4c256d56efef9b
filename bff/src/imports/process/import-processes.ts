import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { TaskAborted, TaskFailure } from '#tasks/kinds.ts';
import { FileFault } from '../file-model.ts';
import type { ImportJobs, JobName, Reply, Request } from './jobs.ts';

const MIB = 2 ** 20;

/** A file that takes more is refused: staging the largest of the public data sets takes half of it. */
const MAX_RESIDENT_BYTES = 192 * MIB;
const MAX_HEAP_MIB = 64;
const MEMORY_CHECK_MS = 100;
/** How long a process may take to load its program; on a busy machine that is many times as long as by itself. */
const MAX_START_MS = 60_000;
/** How long a process without work stays for the next job, and how much it may hold then. */
const IDLE_MS = 20_000;
const MAX_IDLE_BYTES = 96 * MIB;
/** Processes at once. Previews have one of their own, as somebody waits for each of them. */
const MAX_PROCESSES: Record<JobName, number> = { preview: 1, stage: 2 };

export interface JobLimits {
  /** Kills the process; the job rejects with the reason. */
  signal?: AbortSignal;
  /** How long the process may take without a word once it is ready, in milliseconds: a preview as a whole, staging from one chunk to the next. */
  silenceMs: number;
}

/** Reads files in processes of their own, so that a hostile one can neither block the service nor take its memory. */
export interface ImportProcesses {
  /** @throws FileFault what the job throws; outOfMemory, outOfTime where the process had to be killed */
  run<J extends JobName>(job: J, params: ImportJobs[J]['params'], limits: JobLimits): Promise<ImportJobs[J]['result']>;
  /** Ends all of them, whatever they do. */
  stop(): void;
}

export interface ImportProcessOptions {
  databaseUrl: string;
  log: Logger;
  /** The program with the options of Node that it needs; by default that of this build, or of these sources. */
  program?: string[];
}

export function createImportProcesses({
  databaseUrl,
  log,
  program = defaultProgram(),
}: ImportProcessOptions): ImportProcesses {
  const idle: ImportProcess[] = [];
  const all = new Set<ImportProcess>();
  const places = { preview: createSemaphore(MAX_PROCESSES.preview), stage: createSemaphore(MAX_PROCESSES.stage) };

  const start = () => {
    const started = new ImportProcess(program, databaseUrl, log);
    all.add(started);
    void started.exited.then(() => {
      all.delete(started);
      if (idle.includes(started)) idle.splice(idle.indexOf(started), 1);
    });
    return started;
  };
  const takeIdle = () => {
    for (let importProcess = idle.pop(); importProcess; importProcess = idle.pop())
      if (importProcess.isUsable) return importProcess;
    return undefined;
  };
  const returnToPool = (importProcess: ImportProcess) => {
    if (!importProcess.isUsable) return;
    if (importProcess.residentBytes() > MAX_IDLE_BYTES) return importProcess.kill();
    idle.push(importProcess);
    importProcess.endAfter(IDLE_MS);
  };

  return {
    async run(job, params, limits) {
      const releasePlace = await places[job]();
      const importProcess = takeIdle() ?? start();
      try {
        // The casts: a process takes a job with its parameters, and replies with its result.
        return (await importProcess.run({ job, params } as Request, limits)) as ImportJobs[typeof job]['result'];
      } finally {
        returnToPool(importProcess);
        releasePlace();
      }
    },
    stop() {
      for (const importProcess of all) importProcess.kill();
    },
  };
}

/** So many hold a place at once; the others wait in their order. */
function createSemaphore(count: number): () => Promise<() => void> {
  const waiters: (() => void)[] = [];
  let free = count;
  const releasePlace = () => {
    const next = waiters.shift();
    if (next) next();
    else free++;
  };
  return async () => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiters.push(resolve));
    return releasePlace;
  };
}

type Answer = Exclude<Reply, { type: 'ready' | 'progress' }>;

class ImportProcess {
  /** Settles when the process is gone, with its exit code or signal. */
  readonly exited: Promise<number | NodeJS.Signals | null>;
  isUsable = true;
  readonly #child: ChildProcess;
  readonly #ready: Promise<void>;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(program: string[], databaseUrl: string, log: Logger) {
    const file = program.at(-1) ?? '';
    this.#child = fork(file, [], {
      execArgv: [...program.slice(0, -1), ...heapOptions],
      env: { ...environment(), DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.exited = new Promise<number | NodeJS.Signals | null>((resolve) => {
      this.#child.once('error', (error) => {
        log.error({ err: error }, 'import process not started');
        resolve(null);
      });
      this.#child.once('exit', (code, signal) => resolve(signal ?? code));
    });
    void this.exited.then(() => {
      this.isUsable = false;
    });
    this.#ready = new Promise((resolve) => this.#child.once('message', () => resolve()));
    this.#letServiceEnd();
  }

  async run(request: Request, { signal, silenceMs }: JobLimits): Promise<unknown> {
    clearTimeout(this.#idleTimer);
    let killedFor: FileFault | undefined;
    const killFor = (key: 'outOfMemory' | 'outOfTime') => {
      killedFor = new FileFault(key);
      this.kill();
    };
    const memory = setInterval(() => {
      if (this.residentBytes() > MAX_RESIDENT_BYTES) killFor('outOfMemory');
    }, MEMORY_CHECK_MS);
    const abort = () => this.kill();
    signal?.addEventListener('abort', abort, { once: true });
    let silence: NodeJS.Timeout | undefined;
    try {
      signal?.throwIfAborted();
      await this.#start();
      silence = setTimeout(() => killFor('outOfTime'), silenceMs);
      const reply = await this.#replyTo(request, () => silence?.refresh());
      if (reply.type === 'result') return reply.result;
      throw toError(reply);
    } catch (error) {
      signal?.throwIfAborted();
      throw killedFor ?? error;
    } finally {
      clearTimeout(silence);
      clearInterval(memory);
      signal?.removeEventListener('abort', abort);
    }
  }

  kill(): void {
    this.isUsable = false;
    clearTimeout(this.#idleTimer);
    this.#child.kill('SIGKILL');
  }

  endAfter(milliseconds: number): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.kill(), milliseconds);
    this.#idleTimer.unref();
  }

  /** What it holds of memory; 0 where the system does not tell, and its heap alone is limited. */
  residentBytes(): number {
    try {
      const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.#child.pid}/status`, 'utf8')) ?? [];
      return Number(kibibytes ?? 0) * 1024;
    } catch {
      return 0;
    }
  }

  /** A slow start is no fault of the file. */
  async #start(): Promise<void> {
    const timer = setTimeout(() => this.kill(), MAX_START_MS);
    try {
      const exit = await Promise.race([this.#ready.then(() => undefined), this.exited.then((exit) => ({ how: exit }))]);
      if (exit) throw new Error(`The import process ended with ${exit.how} before it was ready.`);
    } finally {
      clearTimeout(timer);
    }
  }

  #replyTo(request: Request, onProgress: () => void): Promise<Answer> {
    const child = this.#child;
    return new Promise((resolve, reject) => {
      const onMessage = (reply: Exclude<Reply, { type: 'ready' }>) => {
        if (reply.type === 'progress') return onProgress();
        child.off('message', onMessage);
        resolve(reply);
      };
      child.on('message', onMessage);
      void this.exited.then((exit) => reject(errorOfExit(exit)));
      child.send(request, (error) => error && reject(error));
    });
  }

  /** Whoever waits for a reply keeps the service alive, a process without work does not. */
  #letServiceEnd(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }
}

/** Node aborts where the heap is full, and the system kills where memory is. */
function errorOfExit(exit: number | NodeJS.Signals | null): Error {
  if (exit === 'SIGABRT' || exit === 'SIGKILL' || exit === 134) return new FileFault('outOfMemory');
  return new Error(`The import process ended with ${exit}.`);
}

function toError(reply: Exclude<Answer, { type: 'result' }>): Error {
  switch (reply.type) {
    case 'fault': {
      const { key, ...fill } = reply.fault;
      return new FileFault(key, fill);
    }
    case 'failure':
      return new TaskFailure(reply.key, reply.message);
    case 'interruption':
      return new TaskAborted(reply.reason);
    default:
      return Object.assign(new Error(reply.error.message), reply.error);
  }
}

/** Rows of a file are garbage soon: a small heap is collected often, at little cost. */
const heapOptions = [
  `--max-old-space-size=${MAX_HEAP_MIB}`,
  '--max-semi-space-size=4',
  '--single-threaded-gc',
  '--v8-pool-size=1',
];

/** Without the secrets of the service, which a file has no need of. */
function environment(): NodeJS.ProcessEnv {
  const names = [
    'PATH',
    'NODE_ENV',
    'NODE_EXTRA_CA_CERTS',
    'TMPDIR',
    'TZ',
    'MALLOC_MMAP_THRESHOLD_',
    'MALLOC_TRIM_THRESHOLD_',
  ];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

function defaultProgram(): string[] {
  const moduleUrl = import.meta.url;
  if (!moduleUrl.endsWith('.ts')) return [fileURLToPath(new URL('./import-process.js', moduleUrl))];
  return ['--import', 'tsx', fileURLToPath(new URL('../../worker/import-process.ts', moduleUrl))];
}

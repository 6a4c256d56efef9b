import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { TaskAborted, TaskFailure } from '#tasks/kinds.ts';
import { FileFault } from '../file-model.ts';
import type { ImportJobs, JobName, JobReply, JobRequest } from './jobs.ts';

const MIB = 2 ** 20;

/** Files that need more memory are refused; staging the largest public data set takes half of it. */
const MAX_RESIDENT_BYTES = 192 * MIB;
const MAX_HEAP_MIB = 64;
const MEMORY_CHECK_MS = 100;
/** How long a process may take to load its program, which is slow on a busy machine. */
const MAX_START_MS = 60_000;
/** How long an idle process waits for the next job, and how much memory it may use meanwhile. */
const IDLE_MS = 20_000;
const MAX_IDLE_BYTES = 96 * MIB;
/** The number of concurrent processes. Previews have their own process, as somebody waits for each of them. */
const MAX_PROCESSES: Record<JobName, number> = { preview: 1, stage: 2 };

/** When a job is stopped. */
export interface JobLimits {
  /** Kills the process; the job rejects with the reason. */
  signal?: AbortSignal;
  /** How long the process may take until its next message, in milliseconds: for a whole preview, or for each chunk of staging. */
  silenceMs: number;
}

/** Reads files in separate processes, so that a hostile file can neither block the service nor exhaust its memory. */
export interface ImportProcesses {
  /** @throws FileFault those of the job; outOfMemory or outOfTime if the process had to be killed */
  run<J extends JobName>(job: J, params: ImportJobs[J]['params'], limits: JobLimits): Promise<ImportJobs[J]['result']>;
  /** Kills all processes. */
  stop(): void;
}

export interface ImportProcessOptions {
  databaseUrl: string;
  log: Logger;
  /** The program with its Node options; by default the one of this build or of these sources. */
  program?: string[];
}

export function createImportProcesses({
  databaseUrl,
  log,
  program = defaultProgram(),
}: ImportProcessOptions): ImportProcesses {
  const idle: ImportProcess[] = [];
  const processes = new Set<ImportProcess>();
  const semaphores = { preview: createSemaphore(MAX_PROCESSES.preview), stage: createSemaphore(MAX_PROCESSES.stage) };

  const start = () => {
    const started = new ImportProcess(program, databaseUrl, log);
    processes.add(started);
    void started.exited.then(() => {
      processes.delete(started);
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
      const release = await semaphores[job]();
      const importProcess = takeIdle() ?? start();
      try {
        // the casts: TypeScript cannot relate a job's parameters and result to its name
        return (await importProcess.run({ job, params } as JobRequest, limits)) as ImportJobs[typeof job]['result'];
      } finally {
        returnToPool(importProcess);
        release();
      }
    },
    stop() {
      for (const importProcess of processes) importProcess.kill();
    },
  };
}

/** Creates a semaphore that lets `count` callers in at once; the others wait in order. */
function createSemaphore(count: number): () => Promise<() => void> {
  const waiters: (() => void)[] = [];
  let free = count;
  const release = () => {
    const next = waiters.shift();
    if (next) next();
    else free++;
  };
  return async () => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiters.push(resolve));
    return release;
  };
}

type FinalReply = Exclude<JobReply, { type: 'ready' | 'progress' }>;

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
      execArgv: [...program.slice(0, -1), ...HEAP_OPTIONS],
      env: { ...childEnvironment(), DATABASE_URL: databaseUrl },
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
    this.#unref();
  }

  async run(request: JobRequest, { signal, silenceMs }: JobLimits): Promise<unknown> {
    clearTimeout(this.#idleTimer);
    let killedFor: FileFault | undefined;
    const killFor = (key: 'outOfMemory' | 'outOfTime') => {
      killedFor = new FileFault(key);
      this.kill();
    };
    const memoryTimer = setInterval(() => {
      if (this.residentBytes() > MAX_RESIDENT_BYTES) killFor('outOfMemory');
    }, MEMORY_CHECK_MS);
    const abort = () => this.kill();
    signal?.addEventListener('abort', abort, { once: true });
    let silenceTimer: NodeJS.Timeout | undefined;
    try {
      signal?.throwIfAborted();
      await this.#start();
      silenceTimer = setTimeout(() => killFor('outOfTime'), silenceMs);
      const reply = await this.#replyTo(request, () => silenceTimer?.refresh());
      if (reply.type === 'result') return reply.result;
      throw toError(reply);
    } catch (error) {
      signal?.throwIfAborted();
      throw killedFor ?? error;
    } finally {
      clearTimeout(silenceTimer);
      clearInterval(memoryTimer);
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

  /** The resident memory; 0 on systems without /proc, where only the heap is limited. */
  residentBytes(): number {
    try {
      const [, rssKib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.#child.pid}/status`, 'utf8')) ?? [];
      return Number(rssKib ?? 0) * 1024;
    } catch {
      return 0;
    }
  }

  /** Waits until the process is ready. A slow start is not the file's fault, so it is no `outOfTime`. */
  async #start(): Promise<void> {
    const timer = setTimeout(() => this.kill(), MAX_START_MS);
    try {
      const exit = await Promise.race([this.#ready.then(() => undefined), this.exited.then((exit) => ({ how: exit }))]);
      if (exit) throw new Error(`The import process ended with ${exit.how} before it was ready.`);
    } finally {
      clearTimeout(timer);
    }
  }

  #replyTo(request: JobRequest, onProgress: () => void): Promise<FinalReply> {
    const child = this.#child;
    return new Promise((resolve, reject) => {
      const onMessage = (reply: Exclude<JobReply, { type: 'ready' }>) => {
        if (reply.type === 'progress') return onProgress();
        child.off('message', onMessage);
        resolve(reply);
      };
      child.on('message', onMessage);
      void this.exited.then((exit) => reject(errorOfExit(exit)));
      child.send(request, (error) => error && reject(error));
    });
  }

  /** Keeps the process from delaying the end of the service. */
  #unref(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }
}

/** Node aborts if the heap is full, and the system kills the process if memory is. */
function errorOfExit(exit: number | NodeJS.Signals | null): Error {
  if (exit === 'SIGABRT' || exit === 'SIGKILL' || exit === 134) return new FileFault('outOfMemory');
  return new Error(`The import process ended with ${exit}.`);
}

function toError(reply: Exclude<FinalReply, { type: 'result' }>): Error {
  switch (reply.type) {
    case 'fault': {
      const { key, ...parameters } = reply.fault;
      return new FileFault(key, parameters);
    }
    case 'failure':
      return new TaskFailure(reply.key, reply.message);
    case 'interruption':
      return new TaskAborted(reply.reason);
    default:
      return Object.assign(new Error(reply.error.message), reply.error);
  }
}

/** Rows soon become garbage, so a small heap that is collected often suffices. */
const HEAP_OPTIONS = [
  `--max-old-space-size=${MAX_HEAP_MIB}`,
  '--max-semi-space-size=4',
  '--single-threaded-gc',
  '--v8-pool-size=1',
];

/** Leaves out the secrets of the service, which reading a file does not need. */
function childEnvironment(): NodeJS.ProcessEnv {
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

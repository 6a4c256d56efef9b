import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A child process, which must be stopped before the tests end. */
export class Child {
  readonly process: ChildProcess;
  readonly #name: string;
  readonly #exited: Promise<unknown>;
  #output = '';

  constructor(name: string, args: string[], options: SpawnOptions = {}) {
    this.#name = name;
    this.process = spawn(process.execPath, args, { cwd: PROJECT_ROOT, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    this.#exited = once(this.process, 'exit');
    // Output must be read even if it is not needed, because a full pipe would block the process.
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.on('data', (chunk) => {
        this.#output = (this.#output + String(chunk)).slice(-4_000);
      });
    }
  }

  /** Waits for the first output or message for which `read` returns a value. */
  waitFor<T>(source: 'stdout' | 'message', read: (data: unknown) => T | undefined): Promise<T> {
    const emitter = source === 'message' ? this.process : this.process.stdout;
    const event = source === 'message' ? 'message' : 'data';
    return new Promise((resolve, reject) => {
      emitter?.on(event, (data: unknown) => {
        const value = read(data);
        if (value !== undefined) resolve(value);
      });
      void this.#exited.then(() => reject(new Error(`${this.#name} ended early:\n${this.#output}`)));
    });
  }

  async waitForSuccess(): Promise<void> {
    await this.#exited;
    if (this.process.exitCode !== 0) throw new Error(`${this.#name} failed:\n${this.#output}`);
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    this.process.kill('SIGTERM');
    const killTimer = setTimeout(() => this.process.kill('SIGKILL'), 15_000);
    await this.#exited;
    clearTimeout(killTimer);
  }
}

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A program of ours, which must not outlive us. */
export class Child {
  readonly process: ChildProcess;
  readonly #name: string;
  readonly #exited: Promise<unknown>;
  #said = '';

  constructor(name: string, args: string[], options: SpawnOptions = {}) {
    this.#name = name;
    this.process = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    this.#exited = once(this.process, 'exit');
    // Read even where nobody looks for anything, lest the pipe fill up and the program stand still.
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.on('data', (chunk) => {
        this.#said = (this.#said + String(chunk)).slice(-4_000);
      });
    }
  }

  /** Waits for the first of what it says or sends that `read` makes something of. */
  until<T>(source: 'stdout' | 'message', read: (said: unknown) => T | undefined): Promise<T> {
    const emitter = source === 'message' ? this.process : this.process.stdout;
    const event = source === 'message' ? 'message' : 'data';
    return new Promise((resolve, reject) => {
      emitter?.on(event, (said: unknown) => {
        const found = read(said);
        if (found !== undefined) resolve(found);
      });
      void this.#exited.then(() => reject(new Error(`${this.#name} ended early:\n${this.#said}`)));
    });
  }

  async finish(): Promise<void> {
    await this.#exited;
    if (this.process.exitCode !== 0) throw new Error(`${this.#name} failed:\n${this.#said}`);
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    this.process.kill('SIGTERM');
    const late = setTimeout(() => this.process.kill('SIGKILL'), 15_000);
    await this.#exited;
    clearTimeout(late);
  }
}

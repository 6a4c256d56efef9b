import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../../..');

const patience = 15_000;

/** A program of the product, run from the project's folder; it never outlives the journey that started it. */
export class Child {
  readonly process: ChildProcess;
  readonly #exited: Promise<unknown>;
  #said = '';

  constructor(command: string, args: readonly string[], env: NodeJS.ProcessEnv, cwd = root) {
    const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const;
    this.process = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: [...stdio] });
    this.#exited = once(this.process, 'exit');
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.on('data', (chunk) => {
        this.#said += chunk;
      });
    }
  }

  get said(): string {
    return this.#said;
  }

  async finished(): Promise<void> {
    await this.#exited;
    if (this.process.exitCode !== 0) throw new Error(`${this.process.spawnargs.join(' ')} failed:\n${this.#said}`);
  }

  /** The first message that it sends to its parent. */
  async message(): Promise<Record<string, unknown>> {
    const early = this.#exited.then(() => {
      throw new Error(`${this.process.spawnargs.join(' ')} ended early:\n${this.#said}`);
    });
    const [message] = await Promise.race([once(this.process, 'message'), early]);
    return message;
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const late = setTimeout(() => this.process.kill('SIGKILL'), patience);
    this.process.kill('SIGTERM');
    await this.#exited;
    clearTimeout(late);
  }
}

export const node = (args: readonly string[], env: NodeJS.ProcessEnv) =>
  new Child(process.execPath, ['--import', 'tsx', ...args], env);

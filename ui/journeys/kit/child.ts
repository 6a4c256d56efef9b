import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../../..');

const patience = 15_000;

/** A program of the product, run from the project's folder; it never outlives the journey that started it. */
export class Child {
  readonly process: ChildProcess;
  readonly #exited: Promise<unknown>;
  readonly #heard = new EventEmitter();
  #said = '';

  constructor(command: string, args: readonly string[], env: NodeJS.ProcessEnv, cwd = root) {
    const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const;
    this.process = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: [...stdio] });
    this.#exited = once(this.process, 'exit');
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.on('data', (chunk) => {
        this.#said += chunk;
        this.#heard.emit('more');
      });
    }
  }

  /** Everything it has said, once it has said what is waited for. */
  async says(text: string): Promise<string> {
    const ended = this.#exited.then(() => true);
    while (!this.#said.includes(text)) {
      const more = once(this.#heard, 'more').then(() => false);
      if (await Promise.race([ended, more]))
        throw new Error(`${this.process.spawnargs.join(' ')} ended without “${text}”:\n${this.#said}`);
    }
    return this.#said;
  }

  async finished(): Promise<void> {
    await this.#exited;
    if (this.process.exitCode !== 0) throw new Error(`${this.process.spawnargs.join(' ')} failed:\n${this.#said}`);
  }

  /** The next message that it sends to its parent. */
  async message(): Promise<Record<string, unknown>> {
    const early = this.#exited.then(() => {
      throw new Error(`${this.process.spawnargs.join(' ')} ended early:\n${this.#said}`);
    });
    const [message] = await Promise.race([once(this.process, 'message'), early]);
    return message;
  }

  /** What it answers to a message of its parent's. */
  ask(message: object): Promise<Record<string, unknown>> {
    const answer = this.message();
    this.process.send(message);
    return answer;
  }

  get ended(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null;
  }

  async stop(): Promise<void> {
    if (this.ended) return;
    const late = setTimeout(() => this.process.kill('SIGKILL'), patience);
    this.process.kill('SIGTERM');
    await this.#exited;
    clearTimeout(late);
  }
}

export const node = (args: readonly string[], env: NodeJS.ProcessEnv) =>
  new Child(process.execPath, ['--import', 'tsx', ...args], env);

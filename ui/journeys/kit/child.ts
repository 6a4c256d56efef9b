import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import path from 'node:path';

export const PROJECT_ROOT = path.resolve(import.meta.dirname, '../../..');

const KILL_AFTER_MS = 15_000;

/** A child process of a journey, which must stop it. By default it runs in the project's root folder. */
export class Child {
  readonly process: ChildProcess;
  readonly #exited: Promise<unknown>;
  readonly #outputEvents = new EventEmitter();
  #output = '';

  constructor(command: string, args: readonly string[], env: NodeJS.ProcessEnv, cwd = PROJECT_ROOT) {
    const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const;
    this.process = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: [...stdio] });
    this.#exited = once(this.process, 'exit');
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.on('data', (chunk) => {
        this.#output += chunk;
        this.#outputEvents.emit('more');
      });
    }
  }

  /** Waits until the output contains a text, and returns all output so far. */
  async waitForOutput(text: string): Promise<string> {
    const exited = this.#exited.then(() => true);
    while (!this.#output.includes(text)) {
      const more = once(this.#outputEvents, 'more').then(() => false);
      if (await Promise.race([exited, more]))
        throw new Error(`${this.process.spawnargs.join(' ')} ended without “${text}”:\n${this.#output}`);
    }
    return this.#output;
  }

  async waitForSuccess(): Promise<void> {
    await this.#exited;
    if (this.process.exitCode !== 0) throw new Error(`${this.process.spawnargs.join(' ')} failed:\n${this.#output}`);
  }

  /** Waits for the next IPC message from the process. */
  async nextMessage(): Promise<Record<string, unknown>> {
    const exitedEarly = this.#exited.then(() => {
      throw new Error(`${this.process.spawnargs.join(' ')} ended early:\n${this.#output}`);
    });
    const [message] = await Promise.race([once(this.process, 'message'), exitedEarly]);
    return message;
  }

  /** Sends an IPC message and waits for the reply. */
  request(message: object): Promise<Record<string, unknown>> {
    const reply = this.nextMessage();
    this.process.send(message);
    return reply;
  }

  get hasExited(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null;
  }

  async stop(): Promise<void> {
    if (this.hasExited) return;
    const killTimer = setTimeout(() => this.process.kill('SIGKILL'), KILL_AFTER_MS);
    this.process.kill('SIGTERM');
    await this.#exited;
    clearTimeout(killTimer);
  }
}

export const runNode = (args: readonly string[], env: NodeJS.ProcessEnv) =>
  new Child(process.execPath, ['--import', 'tsx', ...args], env);

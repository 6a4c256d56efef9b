import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

export interface Program {
  command: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  /** The file to which its output is appended. */
  log: string;
}

/** A process that is started, killed and started again. */
export class Child {
  readonly name: string;
  readonly #program: Program;
  #process: ChildProcess | undefined;

  constructor(name: string, program: Program) {
    this.name = name;
    this.#program = program;
  }

  get log(): string {
    return this.#program.log;
  }

  get isRunning(): boolean {
    return this.#process !== undefined && this.#process.exitCode === null && this.#process.signalCode === null;
  }

  start(...extraArgs: string[]): void {
    const { command, args, env = {}, log } = this.#program;
    const file = openSync(log, 'a', 0o600);
    this.#process = spawn(command, [...args, ...extraArgs], {
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin`, ...env },
      stdio: ['ignore', file, file],
      // Keeps Ctrl-C from reaching the child.
      detached: true,
    });
    this.#process.on('error', (error) => console.error(`${this.name}: ${error.message}`));
    closeSync(file);
  }

  /** Sends the signal; SIGTERM is followed by SIGKILL after ten seconds. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#process;
    if (!child || !this.isRunning) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    const killTimer = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await exited;
    clearTimeout(killTimer);
  }
}

import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Service {
  url: string;
  stop(): Promise<void>;
}

export interface Conformance {
  passed: number;
  failed: number;
  /** One line per failed case. */
  failures: string[];
}

const tsx = ['--import', 'tsx'];

const MAX_CONTRACT_BYTES = 16 * 1024 * 1024;

/** A version of the project in a folder with installed packages. */
export class Checkout {
  readonly name: string;
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;

  constructor(name: string, folder: string, env: NodeJS.ProcessEnv) {
    this.name = name;
    this.#folder = folder;
    this.#env = { ...process.env, ...env };
  }

  build(): void {
    this.#run('npm', ['run', '-s', 'generate', '-w', 'bff']);
    this.#run('npm', ['run', '-s', 'build', '-w', 'bff']);
  }

  /** Migrates in a process of its own, while this one goes on. */
  async migrate(): Promise<void> {
    const options = {
      cwd: this.#folder,
      env: this.#env,
      stdio: ['ignore', 'ignore', 'inherit'],
    } satisfies SpawnOptions;
    const [code] = await once(spawn(process.execPath, [...tsx, 'db/migrate.ts', '--demo'], options), 'exit');
    if (code !== 0) throw new Error(`The migrations of ${this.name} end with ${code}.`);
  }

  async start(): Promise<Service> {
    const child = spawn(process.execPath, ['bff/dist/main.js'], {
      cwd: this.#folder,
      env: this.#env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [answer] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
    const { url, message } = Object(answer) as { url?: string; message?: string }; // Cast: the service's message about its start.
    if (!url) throw new Error(`The service of ${this.name} does not start: ${message ?? `exit code ${answer}`}`);
    return { url, stop: () => stopProcess(child) };
  }

  /** The tags of this version's contract, each of which names a part of the API. */
  contractTags(): string[] {
    const command = [...tsx, 'contract-tests/conformance.ts', '--contract'];
    const text = execFileSync(process.execPath, command, {
      cwd: this.#folder,
      env: this.#env,
      encoding: 'utf8',
      maxBuffer: MAX_CONTRACT_BYTES,
    });
    const { tags } = JSON.parse(text) as { tags: { name: string }[] }; // Cast: the contract, which is linted.
    return tags.map(({ name }) => name);
  }

  /** Runs this version's own conformance suite against a service, for the operations of these tags or for all. */
  async runConformance({ url }: Service, tags: string[] = []): Promise<Conformance> {
    const selection = tags.flatMap((tag) => ['--tag', tag]);
    const command = [...tsx, 'contract-tests/conformance.ts', '--url', `${url}/dc`, ...selection];
    const child = spawn(process.execPath, command, {
      cwd: this.#folder,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    await once(child, 'close');
    const [, passed, failed] = /^(\d+) passed, (\d+) failed/m.exec(text) ?? [];
    if (passed === undefined) throw new Error(`The conformance suite of ${this.name} did not run:\n${text}`);
    const [, failureLines = ''] = /^Failed:\n((?:- .*\n)*)/m.exec(text) ?? [];
    return { passed: Number(passed), failed: Number(failed), failures: failureLines.split('\n').filter(Boolean) };
  }

  #run(command: string, args: string[]): void {
    execFileSync(command, args, { cwd: this.#folder, env: this.#env, stdio: ['ignore', 'ignore', 'inherit'] });
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await exited;
  clearTimeout(killTimer);
}

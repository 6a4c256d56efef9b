import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { run } from '../command.mjs';
import { Failure } from '../failure.mjs';
import type { Step } from '../say.mjs';
import { isRoot } from './paths.ts';
import { environmentOf, type Program } from './program.ts';

/** Makes the data directory, in a draft that gets its name when it is whole: a kill leaves nothing half made. */
export async function initialise(program: Program, data: string, step: Step): Promise<void> {
  step.phase('making its data directory');
  const draft = `${data}.new`;
  // its own, as a server's: one that starts elsewhere removes what this one has in a folder they share
  const temporary = `${data}.tmp`;
  for (const folder of [draft, temporary]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
  const [command, ...args] = program.flavour === 'mariadb' ? mariadb(program, draft) : mysql(program, draft);
  args.push(`--tmpdir=${temporary}`);
  if (isRoot()) args.push('--user=root');
  try {
    await run(command, args, { env: environmentOf(program.home) });
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  renameSync(draft, data);
}

function mysql({ daemon }: Program, data: string): [string, ...string[]] {
  return [daemon, '--no-defaults', '--initialize-insecure', `--datadir=${data}`];
}

function mariadb({ daemon, home }: Program, data: string): [string, ...string[]] {
  const args = ['--no-defaults', '--force', `--datadir=${data}`, '--skip-test-db'];
  // The socket's folder guards it; an account tied to the system's user would be no user the driver can be.
  args.push('--auth-root-authentication-method=normal');
  if (home) args.push(`--basedir=${path.join(home, 'usr')}`);
  return [installScript(daemon), ...args];
}

function installScript(daemon: string): string {
  const prefix = path.dirname(path.dirname(daemon));
  const places = ['bin', 'scripts', 'sbin'].map((folder) => path.join(prefix, folder, 'mariadb-install-db'));
  const found = [...places, '/usr/bin/mariadb-install-db'].find((file) => existsSync(file));
  if (!found)
    throw new Failure(`There is a ${daemon}, but no mariadb-install-db beside it to make its data directory.`);
  return found;
}

import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { run } from '../command.mjs';
import { Failure } from '../failure.mjs';
import type { Step } from '../say.mjs';
import { isRoot } from './paths.ts';
import { environmentOf, type Program } from './program.ts';
import { commonArguments } from './settings.ts';

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
  const [command, ...args] =
    program.flavour === 'mariadb' ? mariadb(program, temporary) : mysql(program, draft, temporary);
  if (isRoot()) args.push('--user=root');
  try {
    await run(command, args, { cwd: draft, env: environmentOf(program.home) });
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  renameSync(draft, data);
}

function mysql({ daemon }: Program, data: string, temporary: string): [string, ...string[]] {
  const folders = [`--datadir=${data}`, `--tmpdir=${temporary}`];
  return [daemon, '--no-defaults', '--initialize-insecure', ...folders, ...commonArguments.mysql];
}

/** The script splits its arguments at spaces, so it is given names relative to the data directory only, in which it runs. */
function mariadb({ daemon, home }: Program, temporary: string): [string, ...string[]] {
  const fromData = path.join('..', path.basename(temporary));
  const args = ['--no-defaults', '--force', '--datadir=.', '--skip-test-db', `--tmpdir=${fromData}`];
  // The socket's folder guards it; an account tied to the system's user would be no user the driver can be.
  args.push('--auth-root-authentication-method=normal');
  if (home) {
    symlinkSync(path.join(home, 'usr'), path.join(temporary, 'usr'));
    args.push(`--basedir=${path.join(fromData, 'usr')}`);
  }
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

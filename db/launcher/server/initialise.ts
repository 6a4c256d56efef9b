import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { run } from '../command.mjs';
import { Failure } from '../failure.mjs';
import type { Step } from '../step-progress.mjs';
import { isRoot } from './paths.ts';
import { environmentOf, type Program } from './program.ts';
import { commonArguments } from './settings.ts';

/** Creates the data directory under a draft name and renames it when complete, so a kill leaves nothing partial. */
export async function initialise(program: Program, data: string, step: Step): Promise<void> {
  step.phase('creating its data directory');
  const draft = `${data}.new`;
  // A temporary folder of its own, because a server that starts elsewhere would delete files in a shared one.
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

/** The script splits its arguments at spaces, so it runs in the data directory and gets relative paths only. */
function mariadb({ daemon, home }: Program, temporary: string): [string, ...string[]] {
  const relativeTemporary = path.join('..', path.basename(temporary));
  const args = ['--no-defaults', '--force', '--datadir=.', '--skip-test-db', `--tmpdir=${relativeTemporary}`];
  // Access is restricted by the socket's folder, because the driver cannot log in as a unix_socket account.
  args.push('--auth-root-authentication-method=normal');
  if (home) {
    symlinkSync(path.join(home, 'usr'), path.join(temporary, 'usr'));
    args.push(`--basedir=${path.join(relativeTemporary, 'usr')}`);
  }
  return [installScript(daemon), ...args];
}

function installScript(daemon: string): string {
  const prefix = path.dirname(path.dirname(daemon));
  const candidateFolders = ['bin', 'scripts', 'sbin'].map((folder) => path.join(prefix, folder, 'mariadb-install-db'));
  const script = [...candidateFolders, '/usr/bin/mariadb-install-db'].find((file) => existsSync(file));
  if (!script)
    throw new Failure(`There is a ${daemon}, but no mariadb-install-db beside it to create its data directory.`);
  return script;
}

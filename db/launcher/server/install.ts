import { spawnSync } from 'node:child_process';
import { run } from '../command.mjs';
import { Failure } from '../failure.mjs';
import type { Step } from '../step-progress.mjs';
import { aptOptions, newestMariadbPackages } from './apt.ts';
import { isRoot, type UnpackedFolders } from './paths.ts';
import { type Flavour, serverNames } from './program.ts';
import { unpackMariadb } from './unpack.ts';
import { unpackMysql } from './unpack-mysql.ts';

/**
 * Installs MariaDB with apt if permitted, or else unpacks apt's packages into a folder of our own. MySQL is always unpacked,
 * because installing it with apt would remove MariaDB.
 */
export async function installServer(flavour: Flavour, unpacked: UnpackedFolders, step: Step): Promise<void> {
  if (!commandSucceeds('apt-get', '--version'))
    throw new Failure(`No MariaDB or MySQL was found here.\n${instructions()}`);
  try {
    if (flavour === 'mysql') await unpackMysql(unpacked.mysql, step);
    else if (isRoot()) await installByApt([], step);
    else if (commandSucceeds('sudo', '-n', 'true')) await installByApt(['sudo', '-n'], step);
    else await unpackMariadb(unpacked.mariadb, step);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure(`${serverNames[flavour]} could not be installed.\n${error.message}\n\n${instructions()}`);
  }
}

async function installByApt(prefix: string[], step: Step): Promise<void> {
  const apt = (...args: string[]) => {
    const [command = '', ...rest] = [
      ...prefix,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      ...aptOptions,
      ...args,
    ];
    return run(command, rest, { onLine: (line) => step.tick(line) });
  };
  step.phase('installing MariaDB with apt');
  await apt('update');
  await apt('install', '-y', '--no-install-recommends', ...(await newestMariadbPackages([])));
}

function commandSucceeds(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

function instructions(): string {
  return [
    'Do one of these, then start again:',
    ...(process.platform === 'darwin'
      ? ['  macOS            brew install mariadb']
      : [
          '  Debian, Ubuntu   sudo apt-get install mariadb-server-core mariadb-client-core',
          '  Fedora, RHEL     sudo dnf install mariadb-server',
        ]),
    '  elsewhere        put mariadbd (10.6 or newer) or mysqld (8.0 or newer) on PATH',
    '  your own server  set DATABASE_URL=mysql://user:password@host/gazetteer and JWT_SECRET',
  ].join('\n');
}

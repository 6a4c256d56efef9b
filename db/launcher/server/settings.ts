import path from 'node:path';
import { isRoot, type ServerPaths } from './paths.ts';
import type { Flavour, Program } from './program.ts';

/** `durable` keeps committed data through any kill; `throwaway` is faster and only for tests. */
export type Durability = 'durable' | 'throwaway';

const durabilityArguments: Record<Durability, string[]> = {
  durable: ['--innodb-flush-log-at-trx-commit=1', '--innodb-doublewrite=1'],
  // MySQL only warns about the deprecated name.
  throwaway: ['--innodb-flush-log-at-trx-commit=0', '--innodb-doublewrite=0', '--loose-innodb-log-file-size=32M'],
};

const strictSqlMode =
  'ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';

/** Arguments for both creating the data directory and running. */
export const commonArguments: Record<Flavour, string[]> = {
  mariadb: [],
  mysql: [
    // Builds of distributions configure a folder and exit if it is missing.
    '--secure-file-priv=NULL',
    // Connections are possible by the socket only.
    '--auto-generate-certs=OFF',
    '--caching-sha2-password-auto-generate-rsa-keys=OFF',
  ],
};

export function serverArguments({ flavour, home }: Program, paths: ServerPaths, durability: Durability): string[] {
  return [
    '--no-defaults',
    `--datadir=${paths.data}`,
    // A folder of its own, because a starting server deletes files in a shared one.
    `--tmpdir=${paths.temporary}`,
    `--socket=${paths.socket}`,
    `--pid-file=${paths.pidFile}`,
    `--log-error=${paths.log}`,
    '--skip-networking',
    '--skip-name-resolve',
    '--skip-log-bin',
    '--local-infile=0',
    '--max-connections=300',
    // Whenever a fifth of this memory is full, InnoDB moves the newest words into the index, and searches miss them meanwhile.
    '--innodb-ft-cache-size=32M',
    '--character-set-server=utf8mb4',
    '--collation-server=utf8mb4_unicode_520_ci',
    `--sql-mode=${strictSqlMode}`,
    '--default-time-zone=+00:00',
    ...durabilityArguments[durability],
    ...commonArguments[flavour],
    ...(flavour === 'mysql' ? ['--mysqlx=OFF'] : []),
    ...(home ? unpackedFolders(path.join(home, 'usr')) : []),
    ...(isRoot() ? ['--user=root'] : []),
  ];
}

function unpackedFolders(prefix: string): string[] {
  return [
    `--basedir=${prefix}`,
    `--lc-messages-dir=${path.join(prefix, 'share/mysql')}`,
    `--character-sets-dir=${path.join(prefix, 'share/mysql/charsets')}`,
    `--plugin-dir=${path.join(prefix, 'lib/mysql/plugin')}`,
  ];
}

import path from 'node:path';
import { isRoot, type ServerPaths } from './paths.ts';
import type { Flavour, Program } from './program.ts';

/** How carefully it writes: `durable` keeps what it acknowledged through any kill, `throwaway` is for tests. */
export type Care = 'durable' | 'throwaway';

const byCare: Record<Care, string[]> = {
  durable: ['--innodb-flush-log-at-trx-commit=1', '--innodb-doublewrite=1'],
  // MySQL warns of a name that has become another one since, and goes on
  throwaway: ['--innodb-flush-log-at-trx-commit=0', '--innodb-doublewrite=0', '--loose-innodb-log-file-size=32M'],
};

const strict =
  'ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';

/** What making the data directory and running have in common. */
export const commonArguments: Record<Flavour, string[]> = {
  mariadb: [],
  mysql: [
    // builds of distributions name a folder, and end where it is missing
    '--secure-file-priv=NULL',
    // nobody comes but by the socket
    '--auto-generate-certs=OFF',
    '--caching-sha2-password-auto-generate-rsa-keys=OFF',
  ],
};

export function serverArguments({ flavour, home }: Program, paths: ServerPaths, care: Care): string[] {
  return [
    '--no-defaults',
    `--datadir=${paths.data}`,
    // its own: a server that starts removes what others have in a folder they share
    `--tmpdir=${paths.temporary}`,
    `--socket=${paths.socket}`,
    `--pid-file=${paths.pidFile}`,
    `--log-error=${paths.log}`,
    '--skip-networking',
    '--skip-name-resolve',
    '--skip-log-bin',
    '--local-infile=0',
    '--max-connections=300',
    '--character-set-server=utf8mb4',
    '--collation-server=utf8mb4_unicode_520_ci',
    `--sql-mode=${strict}`,
    '--default-time-zone=+00:00',
    ...byCare[care],
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

import path from 'node:path';
import { isRoot, type ServerPaths } from './paths.ts';
import type { Program } from './program.ts';

/** How carefully it writes: `durable` keeps what it acknowledged through any kill, `throwaway` is for tests. */
export type Care = 'durable' | 'throwaway';

const byCare: Record<Care, string[]> = {
  durable: ['--innodb-flush-log-at-trx-commit=1', '--innodb-doublewrite=1'],
  throwaway: ['--innodb-flush-log-at-trx-commit=0', '--innodb-doublewrite=0', '--innodb-log-file-size=32M'],
};

const strict =
  'ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';

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

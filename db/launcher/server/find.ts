import path from 'node:path';
import { type Flavour, type Program, versionLine } from './program.ts';

export type Lookup = {
  searchPath: string;
  /** Where a server would be that was unpacked by an earlier start. */
  unpacked: string;
  /** Existing data can only be opened by the kind of server that made them. */
  flavour?: Flavour | undefined;
  version?: typeof versionLine;
};

/** Where servers are installed that a person's PATH often lacks. */
const usualFolders = ['/usr/sbin', '/usr/local/sbin', '/usr/libexec', '/usr/local/bin', '/opt/homebrew/bin'];

/** The oldest versions with everything the tables and queries use. */
const oldest: Record<Flavour, [number, number]> = { mariadb: [10, 6], mysql: [8, 0] };

export function findServer({ searchPath, unpacked, flavour, version = versionLine }: Lookup): Program | undefined {
  const folders = [...new Set([...searchPath.split(path.delimiter).filter(Boolean), ...usualFolders])];
  const installed = ['mariadbd', 'mysqld'].flatMap((name) => folders.map((folder) => path.join(folder, name)));
  for (const daemon of installed) {
    const program = describe(daemon, version(daemon));
    if (program && (!flavour || program.flavour === flavour)) return program;
  }
  const daemon = path.join(unpacked, 'usr/sbin/mariadbd');
  const program = describe(daemon, version(daemon, unpacked));
  return program && flavour !== 'mysql' ? { ...program, home: unpacked } : undefined;
}

function describe(daemon: string, line: string | undefined): Program | undefined {
  const [, version = '', major, minor] = /Ver ((\d+)\.(\d+)[\d.]*)/.exec(line ?? '') ?? [];
  if (!line || !version) return undefined;
  const flavour = line.includes('MariaDB') ? 'mariadb' : 'mysql';
  const [oldestMajor, oldestMinor] = oldest[flavour];
  const newEnough = Number(major) > oldestMajor || (Number(major) === oldestMajor && Number(minor) >= oldestMinor);
  return newEnough ? { daemon, flavour, version } : undefined;
}

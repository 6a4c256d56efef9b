import path from 'node:path';
import { Failure } from '../failure.mjs';
import type { UnpackedFolders } from './paths.ts';
import { type Flavour, type Program, serverNames, versionLine } from './program.ts';

export type Lookup = {
  searchPath: string;
  /** The program that the user has chosen by `MYSQLD`. */
  chosen?: string | undefined;
  /** The folders of servers that an earlier start has unpacked. */
  unpacked: UnpackedFolders;
  /** Existing data can only be opened by the flavour of server that created it. */
  flavour?: Flavour | undefined;
  version?: typeof versionLine;
};

/** Folders with servers that PATH often lacks. */
const commonFolders = ['/usr/sbin', '/usr/local/sbin', '/usr/libexec', '/usr/local/bin', '/opt/homebrew/bin'];

/** The oldest versions with everything the tables and queries use. */
const MINIMUM_VERSIONS: Record<Flavour, [number, number]> = { mariadb: [10, 6], mysql: [8, 0] };

/** Finds a server; fails if the user's choice does not fit, instead of taking another one. */
export function findServer(lookup: Lookup): Program | undefined {
  const { searchPath, chosen, unpacked, flavour, version = versionLine } = lookup;
  if (chosen) return chosenServer(path.resolve(chosen), lookup);
  const folders = [...new Set([...searchPath.split(path.delimiter).filter(Boolean), ...commonFolders])];
  const installed = ['mariadbd', 'mysqld'].flatMap((name) => folders.map((folder) => path.join(folder, name)));
  for (const daemon of installed) {
    const program = describe(daemon, version(daemon));
    if (program && (!flavour || program.flavour === flavour)) return program;
  }
  return flavour === 'mysql' ? unpackedMysql(unpacked.mysql, version) : unpackedMariadb(unpacked.mariadb, version);
}

function chosenServer(daemon: string, { flavour, version = versionLine }: Lookup): Program {
  const program = describe(daemon, version(daemon));
  if (!program) throw new Failure(`MYSQLD is ${daemon}, which is no MariaDB 10.6 or newer and no MySQL 8.0 or newer.`);
  if (!flavour || program.flavour === flavour) return program;
  const names = [serverNames[program.flavour], serverNames[flavour]];
  throw new Failure(
    `MYSQLD is ${daemon}, which is ${names[0]}, and the data in this folder or TEST_DATABASE ask for ${names[1]}.`,
  );
}

function unpackedMariadb(home: string, version: typeof versionLine): Program | undefined {
  const daemon = path.join(home, 'usr/sbin/mariadbd');
  const program = describe(daemon, version(daemon, home));
  return program && { ...program, home };
}

/** The unpacked `mysqld` script finds its own libraries. */
function unpackedMysql(home: string, version: typeof versionLine): Program | undefined {
  const daemon = path.join(home, 'mysqld');
  return describe(daemon, version(daemon));
}

function describe(daemon: string, line: string | undefined): Program | undefined {
  const [, version = '', major, minor] = /Ver ((\d+)\.(\d+)[\d.]*)/.exec(line ?? '') ?? [];
  if (!line || !version) return undefined;
  const flavour = line.includes('MariaDB') ? 'mariadb' : 'mysql';
  const [oldestMajor, oldestMinor] = MINIMUM_VERSIONS[flavour];
  const newEnough = Number(major) > oldestMajor || (Number(major) === oldestMajor && Number(minor) >= oldestMinor);
  return newEnough ? { daemon, flavour, version } : undefined;
}

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

export type Flavour = 'mariadb' | 'mysql';

export const serverNames: Record<Flavour, string> = { mariadb: 'MariaDB', mysql: 'MySQL' };

export type Program = {
  daemon: string;
  flavour: Flavour;
  version: string;
  /** The folder it was unpacked to, where it is not installed in the system. */
  home?: string;
};

/** The environment an unpacked program needs to find its own libraries. */
export function environmentOf(home: string | undefined): NodeJS.ProcessEnv {
  if (!home) return process.env;
  const folders = ['usr/lib', 'lib'].flatMap((folder) => [folder, ...subfolders(home, folder)]);
  const libraries = folders.map((folder) => path.join(home, folder)).filter((folder) => existsSync(folder));
  const inherited = process.env.LD_LIBRARY_PATH;
  return { ...process.env, LD_LIBRARY_PATH: [...libraries, ...(inherited ? [inherited] : [])].join(':') };
}

/** Libraries lie in a folder named after the machine's architecture. */
function subfolders(home: string, folder: string): string[] {
  if (!existsSync(path.join(home, folder))) return [];
  return readdirSync(path.join(home, folder))
    .filter((name) => name.endsWith('-linux-gnu') || name.includes('-linux-gnu'))
    .map((name) => path.join(folder, name));
}

/** What `--version` says, undefined where the file is missing or cannot run here. */
export function versionLine(daemon: string, home?: string): string | undefined {
  if (!existsSync(daemon)) return undefined;
  const asked = spawnSync(daemon, ['--no-defaults', '--version'], { encoding: 'utf8', env: environmentOf(home) });
  return asked.status === 0 ? asked.stdout : undefined;
}

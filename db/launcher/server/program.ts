import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

export type Flavour = 'mariadb' | 'mysql';

export const serverNames: Record<Flavour, string> = { mariadb: 'MariaDB', mysql: 'MySQL' };

export type Program = {
  daemon: string;
  flavour: Flavour;
  version: string;
  /** The folder it was unpacked to, unless it is installed in the system. */
  home?: string;
};

/** The environment that lets an unpacked program find its libraries. */
export function environmentOf(home: string | undefined): NodeJS.ProcessEnv {
  if (!home) return process.env;
  const folders = ['usr/lib', 'lib'].flatMap((folder) => [folder, ...subfolders(home, folder)]);
  const libraries = folders.map((folder) => path.join(home, folder)).filter((folder) => existsSync(folder));
  const inherited = process.env.LD_LIBRARY_PATH;
  return { ...process.env, LD_LIBRARY_PATH: [...libraries, ...(inherited ? [inherited] : [])].join(':') };
}

/** Debian puts libraries into a subfolder named after the architecture. */
function subfolders(home: string, folder: string): string[] {
  if (!existsSync(path.join(home, folder))) return [];
  return readdirSync(path.join(home, folder))
    .filter((name) => name.endsWith('-linux-gnu') || name.includes('-linux-gnu'))
    .map((name) => path.join(folder, name));
}

/** The output of `--version`, or undefined if the file is missing or cannot run. */
export function versionLine(daemon: string, home?: string): string | undefined {
  if (!existsSync(daemon)) return undefined;
  const result = spawnSync(daemon, ['--no-defaults', '--version'], { encoding: 'utf8', env: environmentOf(home) });
  return result.status === 0 ? result.stdout : undefined;
}

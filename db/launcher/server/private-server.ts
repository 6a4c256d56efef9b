import { existsSync, rmSync } from 'node:fs';
import { Failure } from '../failure.mjs';
import type { Step } from '../say.mjs';
import { findServer } from './find.ts';
import { initialise } from './initialise.ts';
import { installServer } from './install.ts';
import { flavourOf, type ServerPaths, serverPaths, type UnpackedFolders } from './paths.ts';
import { type Flavour, type Program, serverNames } from './program.ts';
import { leftBehind, serverProcess, startServer, stopServer } from './running-server.ts';
import type { Care } from './settings.ts';

export type PrivateServer = {
  pid: number;
  socket: string;
  /** The program that runs, but for a server that was taken over. */
  daemon?: string;
  /** What was done to have it, for people. */
  summary: string;
};

type Options = {
  dataDir: string;
  /** Where a server is unpacked to that cannot be installed, if not into `dataDir`. */
  unpacked?: UnpackedFolders;
  /** The kind that it has to be; by itself that of existing data, else MariaDB before MySQL. */
  flavour?: Flavour | undefined;
  care: Care;
  step: Step;
  /** Called as soon as there is a process to stop, even if it does not answer yet. */
  onSpawn(stop: () => Promise<void>): void;
};

/** Takes over the server a killed run has left, or else starts one, installing it first if there is none. */
export async function privateServer({ dataDir, care, step, onSpawn, ...options }: Options): Promise<PrivateServer> {
  const own = serverPaths(dataDir);
  const paths = { ...own, unpacked: options.unpacked ?? own.unpacked };
  const onPid = (pid: number) => onSpawn(() => stopServer(pid, paths));
  const left = await leftBehind(paths, step);
  if (left) {
    onPid(left);
    return { pid: left, socket: paths.socket, summary: 'took over the server of a run that was killed' };
  }
  const program = await programFor(paths, options.flavour ?? flavourOf(paths.data), step);
  if (!existsSync(paths.data)) await initialise(program, paths.data, step);
  const name = `${serverNames[program.flavour]} ${program.version}`;
  step.phase(`starting ${name}`);
  const pid = await startServer({ program, paths, care, step, onPid });
  return { pid, socket: paths.socket, daemon: program.daemon, summary: `${name} is ready` };
}

/** Ends the server of a folder nobody uses any more, and removes the folder; somebody else's is left alone. */
export async function removeServer(dataDir: string): Promise<void> {
  try {
    const paths = serverPaths(dataDir);
    const pid = serverProcess(paths);
    if (pid) await stopServer(pid, paths);
    rmSync(dataDir, { recursive: true, force: true });
  } catch {
    return;
  }
}

async function programFor({ unpacked }: ServerPaths, flavour: Flavour | undefined, step: Step): Promise<Program> {
  const lookup = { searchPath: process.env.PATH ?? '', chosen: process.env.MYSQLD, unpacked, flavour };
  const found = findServer(lookup);
  if (found) return found;
  await installServer(flavour ?? 'mariadb', unpacked, step);
  const installed = findServer(lookup);
  if (!installed) {
    throw new Failure('A database server was installed, but none that fits is found where it should be.');
  }
  return installed;
}

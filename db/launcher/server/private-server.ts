import { existsSync, rmSync } from 'node:fs';
import { Failure } from '../failure.mjs';
import type { Step } from '../step-progress.mjs';
import { findServer } from './find.ts';
import { initialise } from './initialise.ts';
import { installServer } from './install.ts';
import { flavourOf, type ServerPaths, serverPaths, type UnpackedFolders } from './paths.ts';
import { type Flavour, type Program, serverNames } from './program.ts';
import { findServerPid, startServer, stopServer, takeOverServer } from './running-server.ts';
import type { Durability } from './settings.ts';

export type PrivateServer = {
  pid: number;
  socket: string;
  /** The program that runs, unless the server was taken over from an earlier run. */
  daemon?: string;
  /** Says what was done to get the server. */
  summary: string;
};

type Options = {
  dataDir: string;
  /** The folders for unpacked servers, if not in `dataDir`. */
  unpacked?: UnpackedFolders;
  /** The required flavour; by default that of existing data, or else MariaDB before MySQL. */
  flavour?: Flavour | undefined;
  durability: Durability;
  step: Step;
  /** Called as soon as the process exists, even before it accepts connections. */
  onSpawn(stop: () => Promise<void>): void;
};

/** Takes over the server that a killed run left behind, or starts one, installing it first if necessary. */
export async function ensurePrivateServer({
  dataDir,
  durability,
  step,
  onSpawn,
  ...options
}: Options): Promise<PrivateServer> {
  const defaultPaths = serverPaths(dataDir);
  const paths = { ...defaultPaths, unpacked: options.unpacked ?? defaultPaths.unpacked };
  const onPid = (pid: number) => onSpawn(() => stopServer(pid, paths));
  const existingPid = await takeOverServer(paths, step);
  if (existingPid) {
    onPid(existingPid);
    return { pid: existingPid, socket: paths.socket, summary: 'took over the server of a run that was killed' };
  }
  const program = await programFor(paths, options.flavour ?? flavourOf(paths.data), step);
  if (!existsSync(paths.data)) await initialise(program, paths.data, step);
  const name = `${serverNames[program.flavour]} ${program.version}`;
  step.phase(`starting ${name}`);
  const pid = await startServer({ program, paths, durability, step, onPid });
  return { pid, socket: paths.socket, daemon: program.daemon, summary: `${name} is ready` };
}

/** Stops the server of an abandoned folder and removes the folder; folders of other users are left alone. */
export async function removeServer(dataDir: string): Promise<void> {
  try {
    const paths = serverPaths(dataDir);
    const pid = findServerPid(paths);
    if (pid) await stopServer(pid, paths);
    rmSync(dataDir, { recursive: true, force: true });
  } catch {
    return;
  }
}

async function programFor({ unpacked }: ServerPaths, flavour: Flavour | undefined, step: Step): Promise<Program> {
  const lookup = { searchPath: process.env.PATH ?? '', chosen: process.env.MYSQLD, unpacked, flavour };
  const program = findServer(lookup);
  if (program) return program;
  await installServer(flavour ?? 'mariadb', unpacked, step);
  const installed = findServer(lookup);
  if (!installed) {
    throw new Failure('A database server was installed, but no suitable one was found in the usual folders.');
  }
  return installed;
}

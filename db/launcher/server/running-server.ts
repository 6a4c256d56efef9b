import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from '../../connect.ts';
import { Failure } from '../failure.mjs';
import { pollUntil } from '../processes/poll-until.ts';
import { commandLine, isAlive } from '../processes/processes.mjs';
import type { Step } from '../step-progress.mjs';
import { type ServerPaths, serverUrl } from './paths.ts';
import { environmentOf, type Program } from './program.ts';
import { type Durability, serverArguments } from './settings.ts';

type StartOptions = {
  program: Program;
  paths: ServerPaths;
  durability: Durability;
  step: Step;
  onPid(pid: number): void;
};

/** Recovery after a crash can be slow; the exit of the server is noticed at once. */
const START_TIMEOUT_MS = 600_000;
const STOP_TIMEOUT_MS = 60_000;
const SETTLE_TIMEOUT_MS = 30_000;

export async function startServer({ program, paths, durability, step, onPid }: StartOptions): Promise<number> {
  mkdirSync(paths.temporary, { recursive: true, mode: 0o700 });
  const log = openSync(paths.log, 'a', 0o600);
  const child = spawn(program.daemon, serverArguments(program, paths, durability), {
    // A process group of its own keeps Ctrl-C from reaching the server, which must stop last.
    detached: true,
    stdio: ['ignore', log, log],
    env: environmentOf(program.home),
  });
  closeSync(log);
  const pid = await pidOf(child);
  // The server writes this file itself later, but after a kill in between the next start could not find the server.
  writeFileSync(paths.pidFile, String(pid));
  onPid(pid);
  child.unref();
  await pollUntil(() => !isAlive(pid) || acceptsConnections(paths), {
    what: 'the database to answer',
    withinMs: START_TIMEOUT_MS,
    onWait: (elapsed) => step.tick(`waiting for it to answer, ${Math.round(elapsed / 1000)} s`),
  });
  if (!isAlive(pid)) {
    throw new Failure(`The database stopped as it was starting. The end of ${paths.log}:\n${tailOf(paths.log)}`);
  }
  return pid;
}

function pidOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('spawn', () => child.pid && resolve(child.pid));
    child.once('error', (error) => reject(new Failure(`The database did not start: ${error.message}`)));
  });
}

/** The pid in the pid file, if that process is still a server on this data directory. */
export function findServerPid({ pidFile, data }: ServerPaths): number | undefined {
  const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0;
  return pid && isAlive(pid) && commandLine(pid).includes(`--datadir=${data} `) ? pid : undefined;
}

/** The pid of the server that a killed run left behind, once it accepts connections. */
export async function takeOverServer(paths: ServerPaths, step: Step): Promise<number | undefined> {
  const pid = findServerPid(paths);
  if (!pid) return undefined;
  step.phase(`a killed run has left its database server (process ${pid}), taking it over`);
  await waitUntilSettled(pid, paths);
  if (await acceptsConnections(paths)) return pid;
  // It has exited or listens on another socket, for example in another temporary folder, so stop it and start a new one.
  await stopServer(pid, paths);
  return undefined;
}

/** Stops a server cleanly; one that hangs is killed, which loses no committed data. */
export async function stopServer(pid: number, paths: ServerPaths): Promise<void> {
  // MariaDB deadlocks on a SIGTERM that comes before it is ready.
  await waitUntilSettled(pid, paths);
  if (!isAlive(pid)) return;
  process.kill(pid, 'SIGTERM');
  const end = { what: 'the database to stop', withinMs: STOP_TIMEOUT_MS };
  await pollUntil(() => !isAlive(pid), end).catch(() => {
    process.kill(pid, 'SIGKILL');
    return pollUntil(() => !isAlive(pid), end);
  });
}

/** Waits until it accepts connections or exits; with a timeout, because it may listen elsewhere or hang. */
async function waitUntilSettled(pid: number, paths: ServerPaths): Promise<void> {
  await pollUntil(() => !isAlive(pid) || acceptsConnections(paths), {
    what: 'it to answer',
    withinMs: SETTLE_TIMEOUT_MS,
  }).catch(() => {});
}

async function acceptsConnections({ socket }: ServerPaths): Promise<boolean> {
  if (!existsSync(socket)) return false;
  const connection = await connect(serverUrl(socket)).catch(() => undefined);
  await connection?.end();
  return connection !== undefined;
}

function tailOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').slice(-15).join('\n') : '';
}

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from '../../connect.ts';
import { Failure } from '../failure.mjs';
import { commandLine, isAlive } from '../processes.mjs';
import type { Step } from '../say.mjs';
import { until } from '../until.ts';
import { type ServerPaths, serverUrl } from './paths.ts';
import { environmentOf, type Program } from './program.ts';
import { type Care, serverArguments } from './settings.ts';

type StartOptions = {
  program: Program;
  paths: ServerPaths;
  care: Care;
  step: Step;
  onPid(pid: number): void;
};

/** Recovery after a crash may take its time; a server that died is noticed at once. */
const startMs = 600_000;
const stopMs = 60_000;
const settleMs = 30_000;

export async function startServer({ program, paths, care, step, onPid }: StartOptions): Promise<number> {
  mkdirSync(paths.temporary, { recursive: true, mode: 0o700 });
  const log = openSync(paths.log, 'a', 0o600);
  const child = spawn(program.daemon, serverArguments(program, paths, care), {
    // A process group of its own: Ctrl-C is for us, the server stops last.
    detached: true,
    stdio: ['ignore', log, log],
    env: environmentOf(program.home),
  });
  closeSync(log);
  const pid = await pidOf(child);
  // The server writes this file itself, but later; a kill in between must not hide it from the next start.
  writeFileSync(paths.pidFile, String(pid));
  onPid(pid);
  child.unref();
  await until(() => !isAlive(pid) || answers(paths), {
    what: 'the database to answer',
    withinMs: startMs,
    onWait: (elapsed) => step.tick(`waiting for it to answer, ${Math.round(elapsed / 1000)} s`),
  });
  if (!isAlive(pid)) {
    throw new Failure(`The database stopped as it was starting. The end of ${paths.log}:\n${endOf(paths.log)}`);
  }
  return pid;
}

function pidOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('spawn', () => child.pid && resolve(child.pid));
    child.once('error', (error) => reject(new Failure(`The database did not start: ${error.message}`)));
  });
}

/** The process the pid file names, if it still is a server on this data directory and not another's reused number. */
export function serverProcess({ pidFile, data }: ServerPaths): number | undefined {
  const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0;
  return pid && isAlive(pid) && commandLine(pid).includes(`--datadir=${data} `) ? pid : undefined;
}

/** The server a killed run has left, once it answers. */
export async function leftBehind(paths: ServerPaths, step: Step): Promise<number | undefined> {
  const pid = serverProcess(paths);
  if (!pid) return undefined;
  step.phase(`a killed run has left its database server (process ${pid}), taking it over`);
  await settled(pid, paths);
  if (await answers(paths)) return pid;
  // It ended, or listens elsewhere, such as in another temporary folder: a clean stop, then a new one.
  await stopServer(pid, paths);
  return undefined;
}

/** Stops a server cleanly; one that hangs is killed, which loses nothing it has acknowledged. */
export async function stopServer(pid: number, paths: ServerPaths): Promise<void> {
  // MariaDB deadlocks on a SIGTERM that comes before it is ready.
  await settled(pid, paths);
  if (!isAlive(pid)) return;
  process.kill(pid, 'SIGTERM');
  const end = { what: 'the database to stop', withinMs: stopMs };
  await until(() => !isAlive(pid), end).catch(() => {
    process.kill(pid, 'SIGKILL');
    return until(() => !isAlive(pid), end);
  });
}

/** Waits until it either answers or is gone; not for ever, as it may listen elsewhere or hang. */
async function settled(pid: number, paths: ServerPaths): Promise<void> {
  await until(() => !isAlive(pid) || answers(paths), { what: 'it to answer', withinMs: settleMs }).catch(() => {});
}

async function answers({ socket }: ServerPaths): Promise<boolean> {
  if (!existsSync(socket)) return false;
  const connection = await connect(serverUrl(socket)).catch(() => undefined);
  await connection?.end();
  return connection !== undefined;
}

function endOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').slice(-15).join('\n') : '';
}

import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from './failure.mjs';
import { isAlive, startOf } from './processes.mjs';

/** @typedef {{ pid: number, started: string, url?: string }} Run */

/**
 * Makes this process the only one that runs on the folder.
 * @param {string} dataDir
 */
export function takeRunLock(dataDir) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = path.join(dataDir, 'run.json');
  /** @type {Run} */
  const own = { pid: process.pid, started: startOf(process.pid) };
  while (!create(file, own)) {
    const other = read(file);
    if (other && runs(other)) throw new Failure(alreadyRunning(other));
    if (other) setAside(file, other);
  }
  return {
    /** @param {string} url */
    announce(url) {
      writeFileSync(draftOf(file), JSON.stringify({ ...own, url }));
      renameSync(draftOf(file), file);
    },
    release() {
      if (read(file)?.pid === own.pid) rmSync(file, { force: true });
    },
  };
}

/**
 * The run that the folder has now, if any.
 * @param {string} dataDir
 */
export function otherRun(dataDir) {
  const other = read(path.join(dataDir, 'run.json'));
  return other && runs(other) ? other : undefined;
}

/** @param {Run} run */
function runs({ pid, started }) {
  return isAlive(pid) && startOf(pid) === started;
}

/** @param {Run} run */
function alreadyRunning({ pid, url }) {
  const where = url ? `at ${url}` : 'and still starting';
  return `Gazetteer already runs in this folder, ${where} (process ${pid}). Stop it first, or set DATA_DIR and PORT.`;
}

/**
 * Links a finished file into place: creation is exclusive and nobody ever reads half of it.
 * @param {string} file
 * @param {Run} run
 */
function create(file, run) {
  writeFileSync(draftOf(file), JSON.stringify(run));
  try {
    linkSync(draftOf(file), file);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} Node throws these. */ (error).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draftOf(file));
  }
}

/**
 * Moves a dead run's file away. Of two starts that both found it dead the slower might move the faster's new file:
 * it looks at what it moved, and puts a living one back.
 * @param {string} file
 * @param {Run} dead
 */
function setAside(file, dead) {
  const aside = `${file}.${process.pid}.dead`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const moved = read(aside);
  if (moved && (moved.pid !== dead.pid || moved.started !== dead.started)) renameSync(aside, file);
  rmSync(aside, { force: true });
}

/**
 * @param {string} file
 * @returns {Run | undefined}
 */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {string} file */
function draftOf(file) {
  return `${file}.${process.pid}`;
}

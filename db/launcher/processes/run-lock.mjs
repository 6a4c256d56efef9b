import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../failure.mjs';
import { isAlive, startTimeOf } from './processes.mjs';

/** @typedef {{ pid: number, started: string, url?: string }} Run */

/**
 * Makes this process the only one that uses the data folder.
 * @param {string} dataDir
 */
export function acquireRunLock(dataDir) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = path.join(dataDir, 'run.json');
  /** @type {Run} */
  const thisRun = { pid: process.pid, started: startTimeOf(process.pid) };
  while (!tryCreate(file, thisRun)) {
    const other = readRun(file);
    if (other && isRunning(other)) throw new Failure(alreadyRunning(other));
    if (other) removeDeadRun(file, other);
  }
  return {
    /** @param {string} url */
    announce(url) {
      writeFileSync(draftOf(file), JSON.stringify({ ...thisRun, url }));
      renameSync(draftOf(file), file);
    },
    release() {
      if (readRun(file)?.pid === thisRun.pid) rmSync(file, { force: true });
    },
  };
}

/**
 * The process that uses the data folder, if any.
 * @param {string} dataDir
 */
export function findOtherRun(dataDir) {
  const other = readRun(path.join(dataDir, 'run.json'));
  return other && isRunning(other) ? other : undefined;
}

/** @param {Run} run */
function isRunning({ pid, started }) {
  return isAlive(pid) && startTimeOf(pid) === started;
}

/** @param {Run} run */
function alreadyRunning({ pid, url }) {
  const where = url ? `at ${url}` : 'and still starting';
  return `Gazetteer already runs in this folder, ${where} (process ${pid}). Stop it first, or set DATA_DIR and PORT.`;
}

/**
 * Links a complete file into place, so creation is exclusive and nobody reads a partial file.
 * @param {string} file
 * @param {Run} run
 */
function tryCreate(file, run) {
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
 * Moves the file of a dead run away. If two starts do this at once, the slower one may move the new file of the faster:
 * it checks what it moved, and puts a live one back.
 * @param {string} file
 * @param {Run} deadRun
 */
function removeDeadRun(file, deadRun) {
  const movedFile = `${file}.${process.pid}.dead`;
  try {
    renameSync(file, movedFile);
  } catch {
    return;
  }
  const movedRun = readRun(movedFile);
  if (movedRun && (movedRun.pid !== deadRun.pid || movedRun.started !== deadRun.started)) renameSync(movedFile, file);
  rmSync(movedFile, { force: true });
}

/**
 * @param {string} file
 * @returns {Run | undefined}
 */
function readRun(file) {
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

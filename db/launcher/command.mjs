import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Failure } from './failure.mjs';

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** Ends what `run` has begun, when the person who waits for it gives up. */
export function stopCommands() {
  for (const child of running) child.kill('SIGTERM');
}

/** Programs say what is wrong at the beginning or at the end; what lies between is left out. */
const keptAtEachEnd = 20;

/**
 * Runs a program, tells its lines one by one, and fails with the first and last of them if it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, onLine?: (line: string) => void }} [options]
 */
export async function run(command, args, { onLine = () => {}, ...options } = {}) {
  /** @type {string[]} */
  const lines = [];
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      if (lines.push(line) > 2 * keptAtEachEnd) lines.splice(keptAtEachEnd, 1);
      if (line.trim()) onLine(line.trim());
    });
  }
  /** @type {string} */
  const failed = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code === 0 ? '' : `it ended with ${signal ?? `code ${code}`}`));
  });
  running.delete(child);
  if (failed) throw new Failure(`${[command, ...args].join(' ')}: ${failed}\n${lines.join('\n')}`.trim());
}

/**
 * Under `npm start` the npm that runs, else the one on PATH.
 * @returns {[string, ...string[]]}
 */
export function npmCommand() {
  const own = process.env.npm_execpath;
  return own ? [process.execPath, own] : ['npm'];
}

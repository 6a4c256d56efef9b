import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Failure } from './failure.mjs';

/** @type {Set<import('node:child_process').ChildProcess>} */
const childProcesses = new Set();

/** Stops the commands that prepare the start, when the user interrupts it. */
export function stopInstallCommands() {
  for (const child of childProcesses) child.kill('SIGTERM');
}

/** Errors are usually in the first or last lines of the output, so only those are kept. */
const MAX_EDGE_LINES = 20;

/**
 * Runs a program and reports each line of output. If the program fails, the error has its first and last lines.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, onLine?: (line: string) => void }} [options]
 */
export async function run(command, args, { onLine = () => {}, ...options } = {}) {
  /** @type {string[]} */
  const lines = [];
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  childProcesses.add(child);
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      if (lines.push(line) > 2 * MAX_EDGE_LINES) lines.splice(MAX_EDGE_LINES, 1);
      if (line.trim()) onLine(line.trim());
    });
  }
  /** @type {string} */
  const failure = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code === 0 ? '' : `it ended with ${signal ?? `code ${code}`}`));
  });
  childProcesses.delete(child);
  if (failure) throw new Failure(`${[command, ...args].join(' ')}: ${failure}\n${lines.join('\n')}`.trim());
}

/**
 * The npm that runs this script, or else the one on PATH.
 * @returns {[string, ...string[]]}
 */
export function npmCommand() {
  const npmScript = process.env.npm_execpath;
  return npmScript ? [process.execPath, npmScript] : ['npm'];
}

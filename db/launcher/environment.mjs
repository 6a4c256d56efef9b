import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Failure } from './failure.mjs';

// The first path exists in a checkout, the second in the image, where this file runs from `db/dist`.
const scriptPaths = ['../../bff/src/print-environment.mjs', '../../bff/dist/environment.js'];

/**
 * Reads the environment with the bff's own parser, so that the launcher and the migrations refuse what the bff would refuse.
 * @param {'start' | 'start-worker' | 'migrations'} program
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ environment: import('./configuration.mjs').Environment, problems: string[] }}
 */
export function readEnvironment(program, env) {
  const file = scriptPaths.map((each) => path.resolve(import.meta.dirname, each)).find((each) => existsSync(each));
  if (!file) throw new Failure(`${scriptPaths.join(' and ')} are missing beside ${import.meta.dirname}.`);
  const { NODE_OPTIONS: _, ...cleanEnv } = env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, program], { env: cleanEnv, encoding: 'utf8' });
  if (status !== 0) throw new Failure(`${file} failed: ${stderr}`);
  return JSON.parse(stdout);
}

/**
 * One line for a problem, a list for several.
 * @param {string[]} problems
 */
export const listProblems = (problems) =>
  problems.length === 1
    ? problems.join()
    : `The settings need to be changed:\n${problems.map((each) => `  - ${each}`).join('\n')}`;

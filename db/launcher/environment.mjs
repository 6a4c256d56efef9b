import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Failure } from './failure.mjs';

// Beside the sources in a checkout; in the image this runs from `db/dist`, beside what is built of the bff.
const programs = ['../../bff/src/print-environment.mjs', '../../bff/dist/environment.js'];

/**
 * What the environment says, as the bff reads it: the launcher and the migrations refuse what the service would refuse.
 * @param {'start' | 'start-worker' | 'migrations'} program
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ environment: import('./configuration.mjs').Environment, problems: string[] }}
 */
export function readEnvironment(program, env) {
  const file = programs.map((each) => path.resolve(import.meta.dirname, each)).find((each) => existsSync(each));
  if (!file) throw new Failure(`${programs.join(' and ')} are missing beside ${import.meta.dirname}.`);
  const { NODE_OPTIONS: _, ...others } = env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, program], { env: others, encoding: 'utf8' });
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

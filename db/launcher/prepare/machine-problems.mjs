import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { findOtherRun } from '../processes/run-lock.mjs';
import { arePackagesInstalled } from './packages.mjs';

/** Characters that the build tools misread in a file path. */
const UNUSABLE_CHARACTERS = ["'", '?', '#', '\\', ':'];

/**
 * Problems of this machine that would stop a start, found before packages, database and build take minutes.
 * @param {{ env: NodeJS.ProcessEnv, root: string, dataDir: string, host: string, port: number }} options
 */
export async function findMachineProblems({ host, port, ...folders }) {
  const problems = findWorkerProblems(folders);
  // If another run exists, the run lock's message says where it runs, which helps more than that its port is in use.
  if (findOtherRun(folders.dataDir)) return problems;
  const listenProblem = await findListenProblem(host, port);
  return listenProblem ? [...problems, listenProblem] : problems;
}

/**
 * Problems of this machine that would stop a worker, which listens on no port.
 * @param {{ env: NodeJS.ProcessEnv, root: string, dataDir: string }} options
 */
export function findWorkerProblems({ env, root, dataDir }) {
  const problems = [];
  const unusable = UNUSABLE_CHARACTERS.filter((character) => root.includes(character));
  if (unusable.length > 0)
    problems.push(`The project is in ${root}, but cannot be built in a path with ${unusable.join(' ')}: move it.`);
  // Colons separate the folders of a path list.
  if (dataDir.includes(':')) problems.push(`DATA_DIR is ${dataDir}: name a folder without a colon in its path.`);
  if (!isWritable(dataDir))
    problems.push(`DATA_DIR is ${dataDir}, where nothing can be written: name a folder that you may write to.`);
  if (!arePackagesInstalled(root)) {
    const cache = env.npm_config_cache || path.join(env.HOME || os.homedir(), '.npm');
    if (!isWritable(cache))
      problems.push(
        `npm cannot write its cache in ${cache}: set HOME, or npm_config_cache, to a folder that you may write to.`,
      );
    if (!isWritable(path.join(root, 'node_modules')))
      problems.push(`Packages cannot be installed into ${root}: make it writable, or run npm ci there as its owner.`);
  }
  return problems;
}

/**
 * Whether files can be written to a folder, which may not exist yet.
 * @param {string} folder
 * @returns {boolean}
 */
function isWritable(folder) {
  if (!existsSync(folder)) return path.dirname(folder) !== folder && isWritable(path.dirname(folder));
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

/**
 * @param {string} host
 * @param {number} port 0 for any that is free
 * @returns {Promise<string | undefined>}
 */
function findListenProblem(host, port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (/** @type {NodeJS.ErrnoException} */ { code, message }) => {
      if (code === 'EADDRINUSE')
        resolve(`Port ${port} on ${host} is taken: set PORT to another one, or stop the program that uses it.`);
      else if (code === 'EACCES') resolve(`Port ${port} on ${host} is not for everybody: set PORT to one above 1023.`);
      else
        resolve(
          `HOST is “${host}”, where nothing can listen (${message}): use 127.0.0.1, or 0.0.0.0 for all addresses.`,
        );
    });
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

import path from 'node:path';
import { listProblems, readEnvironment } from './environment.mjs';
import { Failure } from './failure.mjs';
import { findMachineProblems, findWorkerProblems } from './prepare/machine-problems.mjs';

/**
 * The environment variables as the bff parses them, read from its JSON output.
 * @typedef {object} Environment
 * @property {string} [databaseUrl] a database of the user's own
 * @property {string} [jwtSecret]
 * @property {string[]} secretsKeys
 * @property {string} [smtpUrl]
 * @property {string} host
 * @property {number} port
 * @property {number} trustProxy
 */

/**
 * `secretsKey` is the text of all keys.
 * @typedef {Pick<Environment, 'databaseUrl' | 'smtpUrl'> & { root: string, dataDir: string, secretsKey?: string }} WorkerConfiguration
 */

/** @typedef {Omit<Environment, 'secretsKeys'> & WorkerConfiguration} Configuration */

/**
 * The configuration of a start. Fails with all problems of the environment and the machine at once.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} root the project's folder
 * @returns {Promise<Configuration>}
 */
export async function readConfiguration(env, root) {
  const { environment, problems } = readEnvironment('start', env);
  const { databaseUrl, jwtSecret, secretsKeys, smtpUrl, host, port, trustProxy } = environment;
  const dataDir = dataDirOf(env, root);
  problems.push(...(await findMachineProblems({ env, root, dataDir, host, port })));
  if (problems.length > 0) throw new Failure(listProblems(problems));
  return {
    root,
    dataDir,
    host,
    port,
    trustProxy,
    ...(databaseUrl && { databaseUrl }),
    ...(jwtSecret && { jwtSecret }),
    ...(secretsKeys.length > 0 && { secretsKey: secretsKeys.join() }),
    ...(smtpUrl && { smtpUrl }),
  };
}

/**
 * The configuration of a worker, which signs no tokens and listens on no port.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} root
 * @returns {WorkerConfiguration}
 */
export function readWorkerConfiguration(env, root) {
  const { environment, problems } = readEnvironment('start-worker', env);
  const { databaseUrl, secretsKeys, smtpUrl } = environment;
  const dataDir = dataDirOf(env, root);
  problems.push(...findWorkerProblems({ env, root, dataDir }));
  if (problems.length > 0) throw new Failure(listProblems(problems));
  return {
    root,
    dataDir,
    ...(databaseUrl && { databaseUrl }),
    ...(secretsKeys.length > 0 && { secretsKey: secretsKeys.join() }),
    ...(smtpUrl && { smtpUrl }),
  };
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} root
 */
const dataDirOf = (env, root) => path.resolve(root, env.DATA_DIR || '.data');

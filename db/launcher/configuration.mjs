import path from 'node:path';
import { Failure } from './failure.mjs';

/**
 * @typedef {object} Configuration
 * @property {string} root the project's folder
 * @property {string} dataDir
 * @property {number} port
 * @property {string} host
 * @property {number} trustProxy
 * @property {string} [databaseUrl] a database of the user's own
 * @property {string} [jwtSecret]
 * @property {string} [smtpUrl]
 */

/** @typedef {Pick<Configuration, 'root' | 'dataDir' | 'databaseUrl' | 'smtpUrl'>} WorkerConfiguration */

/** As many bytes as HS256 signs with (RFC 7518, 3.2). */
const shortestSecret = 32;

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} root
 * @returns {Configuration}
 */
export function readConfiguration(env, root) {
  const shared = readWorkerConfiguration(env, root);
  if (shared.databaseUrl && (env.JWT_SECRET ?? '').length < shortestSecret) {
    throw new Failure(
      `With DATABASE_URL, JWT_SECRET ${env.JWT_SECRET ? 'is too short' : 'is required'}: ` +
        `one secret of at least ${shortestSecret} characters for all processes on that database.\n` +
        '  Make one with: node -p "crypto.randomBytes(32).toString(\'base64url\')"',
    );
  }
  return {
    ...shared,
    port: number(env, 'PORT', 8080, 65_535),
    host: hostName(env.HOST || '127.0.0.1'),
    trustProxy: number(env, 'TRUST_PROXY', 0, 100),
    ...(env.JWT_SECRET && { jwtSecret: env.JWT_SECRET }),
  };
}

/**
 * What a worker needs, which signs nothing and listens nowhere.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} root
 * @returns {WorkerConfiguration}
 */
export function readWorkerConfiguration(env, root) {
  const databaseUrl = address(env, 'DATABASE_URL', ['mysql:', 'mariadb:'], 'mysql://user:password@host:3306/gazetteer');
  const smtpUrl = address(env, 'SMTP_URL', ['smtp:', 'smtps:'], 'smtp://user:password@host:587');
  if (databaseUrl && new URL(databaseUrl).pathname.length < 2) {
    throw new Failure('DATABASE_URL names no database: end it with one, such as …/gazetteer.');
  }
  return {
    root,
    dataDir: path.resolve(root, env.DATA_DIR || '.data'),
    ...(databaseUrl && { databaseUrl }),
    ...(smtpUrl && { smtpUrl }),
  };
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} name
 * @param {number} otherwise
 * @param {number} largest
 */
function number(env, name, otherwise, largest) {
  const text = env[name];
  if (!text) return otherwise;
  if (!/^\d{1,5}$/.test(text) || Number(text) > largest) {
    throw new Failure(`${name} is “${text}”: it has to be a whole number from 0 to ${largest}.`);
  }
  return Number(text);
}

/** @param {string} host */
function hostName(host) {
  if (/^[\w.:-]+$/.test(host)) return host;
  throw new Failure(`HOST is “${host}”: it has to be a host name or an IP address to listen on.`);
}

/**
 * The value is left out of the message, as it may hold a password.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} name
 * @param {string[]} protocols
 * @param {string} example
 */
function address(env, name, protocols, example) {
  const text = env[name];
  if (!text) return undefined;
  if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text;
  throw new Failure(`${name} is not an address of the form ${example}.`);
}

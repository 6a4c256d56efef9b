import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The values of the environment variables. Plain JavaScript without packages, as `npm start` reads it before there are any.
 * @typedef {object} Environment
 * @property {string | undefined} databaseUrl
 * @property {number} databasePoolSize connections for requests, and as many for a worker
 * @property {string | undefined} jwtSecret
 * @property {string | undefined} acceptedJwtSecret a second one: tokens that it signs are accepted, but new ones are signed with the first
 * @property {string[]} secretsKeys the first encrypts
 * @property {string | undefined} smtpUrl
 * @property {string | undefined} metricsToken
 * @property {number | undefined} metricsPort where a separate worker serves its metrics
 * @property {typeof LOG_LEVELS[number]} logLevel
 * @property {typeof LOG_FORMATS[number] | undefined} logFormat
 * @property {string | undefined} tracesEndpoint where traces are sent
 * @property {string | undefined} mailFolder
 * @property {string | undefined} consoleUrl
 * @property {string | undefined} uiFolder
 * @property {string} host
 * @property {number} port
 * @property {number} trustProxy
 * @property {number} drainSeconds
 * @property {boolean} worker
 * @property {boolean} demo
 * @property {boolean} isProduction
 */

/**
 * `start` and `start-worker` are the launcher, which has a database of its own where none is named.
 * @typedef {'start' | 'start-worker' | 'service' | 'worker' | 'migrations' | 'encrypt-secrets' | 'after-restore'} Program
 */

/** May stand in a file, such as a mounted secret, that the variable of this name and `_FILE` names. */
const FROM_FILES = ['DATABASE_URL', 'JWT_SECRET', 'JWT_SECRET_ACCEPTED', 'SECRETS_KEY', 'SMTP_URL', 'METRICS_TOKEN'];

const LOG_LEVELS = /** @type {const} */ (['fatal', 'error', 'warn', 'info', 'debug', 'trace']);
const LOG_FORMATS = /** @type {const} */ (['json', 'text']);

const DEFAULT_POOL_SIZE = 10;
/** With fewer, one locked table would take more than half of them. */
const MIN_POOL_SIZE = 4;
const MAX_POOL_SIZE = 1000;

/** HS256 requires a key of at least 32 bytes (RFC 7518, section 3.2). */
const MIN_SECRET_LENGTH = 32;

const SECRET_RECIPE = `make one with: node -p "crypto.randomBytes(32).toString('base64url')"`;

const TLS_NAMES = ['ssl', 'ssl-mode', 'sslmode', 'sslMode', 'sslaccept', 'useSSL'];
const SOCKET_NAMES = ['socket', 'unix_socket', 'unixSocket'];

/**
 * What to write for a parameter that other products know.
 * @param {string} name
 */
function remedyFor(name) {
  if (TLS_NAMES.includes(name)) return 'write tls=true instead';
  if (SOCKET_NAMES.includes(name)) return 'write socketPath=/path/of/the/socket instead';
  return 'leave it out, as only tls and socketPath are known';
}

/**
 * Reads what a program needs; `problems` has one sentence each, none of which shows a secret.
 * @param {Program} program
 * @param {NodeJS.ProcessEnv} variables
 * @returns {{ environment: Environment, problems: string[] }}
 */
export function readEnvironment(program, variables) {
  /** @type {string[]} */
  const problems = [];
  const env = readFiles(variables, problems);
  const read = createReader(env, problems);
  const isLauncher = program === 'start' || program === 'start-worker';
  const isService = program === 'start' || program === 'service';
  const mails = isLauncher || program === 'service' || program === 'worker';
  const isWorker = program === 'worker' || program === 'start-worker';
  const isMonitoredWorker = isWorker && Boolean(env.METRICS_PORT);

  const databaseUrl = read.databaseUrl(isLauncher);
  const isProduction = env.NODE_ENV === 'production';
  const needsSecret = program === 'start' ? Boolean(env.DATABASE_URL) : isProduction;
  const environment = {
    databaseUrl,
    databasePoolSize: read.number('DATABASE_POOL_SIZE', DEFAULT_POOL_SIZE, MAX_POOL_SIZE, MIN_POOL_SIZE),
    isProduction,
    jwtSecret: isService ? read.jwtSecret(needsSecret) : undefined,
    acceptedJwtSecret: isService ? read.acceptedJwtSecret() : undefined,
    secretsKeys: read.secretsKeys(program === 'encrypt-secrets'),
    smtpUrl: mails ? read.smtpUrl() : undefined,
    mailFolder: env.MAIL_DIR || undefined,
    consoleUrl: program === 'worker' ? read.consoleUrl() : undefined,
    uiFolder: program === 'service' ? read.uiFolder() : undefined,
    host: isService || isMonitoredWorker ? read.host() : '',
    port: isService ? read.number('PORT', 8080, 65_535) : 0,
    trustProxy: isService ? read.number('TRUST_PROXY', 0, 100) : 0,
    drainSeconds: isService ? read.number('DRAIN_SECONDS', 5, 60) : 0,
    worker: isService && read.flag('WORKER', true, 'whether the service runs a worker inside'),
    demo: program === 'service' && read.flag('DEMO', false, 'whether there are demo accounts'),
    metricsToken: isService || isMonitoredWorker ? read.metricsToken() : undefined,
    tracesEndpoint: mails ? read.tracesEndpoint() : undefined,
    logLevel: read.choice('LOG_LEVEL', LOG_LEVELS) ?? 'info',
    logFormat: read.choice('LOG_FORMAT', LOG_FORMATS),
    metricsPort: isMonitoredWorker ? read.number('METRICS_PORT', 0, 65_535) : undefined,
  };
  return { environment, problems };
}

/**
 * The variables, with what their files hold.
 * @param {NodeJS.ProcessEnv} variables
 * @param {string[]} problems
 */
function readFiles(variables, problems) {
  const env = { ...variables };
  for (const name of FROM_FILES) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    if (env[name]) {
      problems.push(`${name} and ${name}_FILE are both set: leave one of them out.`);
      continue;
    }
    try {
      env[name] = readFileSync(file, 'utf8').trim();
      if (!env[name]) problems.push(`${name}_FILE is “${file}”, which is empty.`);
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} Node throws these. */ (error);
      problems.push(`${name}_FILE is “${file}”, which cannot be read (${code}).`);
    }
  }
  return env;
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} problems
 */
function createReader(env, problems) {
  /** @param {string} problem */
  const refuse = (problem) => {
    problems.push(problem);
    return undefined;
  };
  return {
    /** @param {boolean} isOptional */
    databaseUrl(isOptional) {
      const example = 'mysql://user:password@host:3306/gazetteer';
      const text = env.DATABASE_URL;
      if (!text) {
        return isOptional || env.DATABASE_URL_FILE
          ? undefined
          : refuse(`DATABASE_URL is missing: name a MySQL 8 or MariaDB 10.6+ of your own, such as ${example}.`);
      }
      const url = URL.canParse(text) ? new URL(text) : undefined;
      if (!url?.hostname || !['mysql:', 'mariadb:'].includes(url.protocol))
        return refuse(`DATABASE_URL is not an address of the form ${example}.`);
      for (const problem of databaseProblems(url)) refuse(`DATABASE_URL ${problem}`);
      return text;
    },

    /** @param {boolean} isRequired */
    jwtSecret(isRequired) {
      const secret = env.JWT_SECRET;
      const rule = `one secret of at least ${MIN_SECRET_LENGTH} characters for all processes on the database signs sessions`;
      if (!secret)
        return isRequired && !env.JWT_SECRET_FILE
          ? refuse(`JWT_SECRET is required: ${rule}; ${SECRET_RECIPE}`)
          : undefined;
      if (secret.length < MIN_SECRET_LENGTH) return refuse(`JWT_SECRET is too short: ${rule}; ${SECRET_RECIPE}`);
      return secret;
    },

    acceptedJwtSecret() {
      const secret = env.JWT_SECRET_ACCEPTED;
      if (!secret || secret.length >= MIN_SECRET_LENGTH) return secret || undefined;
      return refuse(`JWT_SECRET_ACCEPTED is too short: a secret has at least ${MIN_SECRET_LENGTH} characters.`);
    },

    /** @param {boolean} isRequired */
    secretsKeys(isRequired) {
      const keys = (env.SECRETS_KEY ?? '').split(',').flatMap((key) => key.trim() || []);
      if (isRequired && keys.length === 0 && !env.SECRETS_KEY_FILE)
        refuse(`SECRETS_KEY is missing: secrets in the database are encrypted under it; ${SECRET_RECIPE}`);
      if (keys.some((key) => key.length < MIN_SECRET_LENGTH))
        refuse(
          `SECRETS_KEY has a key that is too short: each has at least ${MIN_SECRET_LENGTH} characters, with commas between them.`,
        );
      return keys;
    },

    smtpUrl() {
      const text = env.SMTP_URL;
      if (!text) return undefined;
      const url = URL.canParse(text) ? new URL(text) : undefined;
      if (url?.hostname && ['smtp:', 'smtps:'].includes(url.protocol)) return text;
      return refuse('SMTP_URL must be of the form smtp://user:password@host:587 or smtps://user:password@host.');
    },

    /** The other variables of OpenTelemetry are read by its packages. */
    tracesEndpoint() {
      const name = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
        ? 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
        : 'OTEL_EXPORTER_OTLP_ENDPOINT';
      const text = env[name];
      if (!text || env.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return undefined;
      if (URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)) return text;
      return refuse(
        `${name} is “${text}”: it has to be the address of a collector, such as http://collector.example:4318.`,
      );
    },

    consoleUrl() {
      const text = env.CONSOLE_URL;
      if (!text) return undefined;
      if (URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)) return text;
      return refuse(`CONSOLE_URL is “${text}”: it has to be an address such as https://gazetteer.example.`);
    },

    uiFolder() {
      const folder = env.UI_DIST;
      if (!folder || existsSync(path.join(folder, 'index.html'))) return folder || undefined;
      return refuse(
        `UI_DIST is “${folder}”, where there is no index.html: build the console with npm run build, or leave UI_DIST empty to serve the API alone.`,
      );
    },

    host() {
      const host = env.HOST || '127.0.0.1';
      if (!/^[\w.:-]+$/.test(host))
        refuse(`HOST is “${host}”: it has to be a host name or an IP address to listen on.`);
      return host;
    },

    /**
     * @param {string} name
     * @param {number} otherwise
     * @param {number} largest
     * @param {number} smallest
     */
    number(name, otherwise, largest, smallest = 0) {
      const text = env[name];
      if (!text) return otherwise;
      if (/^\d{1,5}$/.test(text) && Number(text) >= smallest && Number(text) <= largest) return Number(text);
      refuse(`${name} is “${text}”: it has to be a whole number from ${smallest} to ${largest}.`);
      return otherwise;
    },

    /**
     * @param {string} name
     * @param {boolean} otherwise
     * @param {string} meaning
     */
    flag(name, otherwise, meaning) {
      const text = env[name];
      if (text && !['0', '1'].includes(text))
        refuse(`${name} is “${text}”: it has to be 1 (yes) or 0 (no), ${meaning}.`);
      return text ? text === '1' : otherwise;
    },

    /**
     * @template {string} Choice
     * @param {string} name
     * @param {readonly Choice[]} choices
     * @returns {Choice | undefined}
     */
    choice(name, choices) {
      const text = env[name];
      if (!text) return undefined;
      return (
        choices.find((choice) => choice === text) ?? refuse(`${name} is “${text}”: it has to be ${choices.join(', ')}.`)
      );
    },

    /** Whoever guesses it reads names of subscribers. */
    metricsToken() {
      const token = env.METRICS_TOKEN;
      if (!token || /^[\x21-\x7e]{16,}$/.test(token)) return token || undefined;
      return refuse('METRICS_TOKEN must be 16 characters at least, printable ASCII without spaces.');
    },
  };
}

/**
 * Without the values, which may be secrets.
 * @param {URL} url
 */
function* databaseProblems({ username, password, pathname, searchParams }) {
  if (pathname.length < 2) yield 'names no database: end it with one, such as …/gazetteer.';
  for (const [part, text] of [
    ['user', username],
    ['password', password],
    ['name', pathname],
  ]) {
    if (!canDecode(text)) yield `has a % in its ${part} that begins no escape: write %25 for it.`;
  }
  for (const name of new Set(searchParams.keys())) {
    if (name === 'socketPath') continue;
    if (name === 'tls') {
      if (!['true', 'false'].includes(searchParams.get('tls') ?? '')) yield 'has tls, which has to be true or false.';
      continue;
    }
    yield `has the unknown parameter “${name}”: ${remedyFor(name)}.`;
  }
}

/** @param {string | undefined} text */
function canDecode(text = '') {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

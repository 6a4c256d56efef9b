import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { readEnvironment } from './environment.mjs';

/** The configuration of the service. */
export interface Config {
  databaseUrl: string;
  /** The largest size of a pool; a worker inside the service has a second pool of this size. */
  databasePoolSize: number;
  host: string;
  port: number;
  jwtSecret: KeyObject;
  /** Tokens signed with it are accepted as well. */
  acceptedJwtSecret: KeyObject | undefined;
  /** Keys that encrypt secrets in the database: the first one encrypts, all of them decrypt. */
  secretsKeys: string[];
  /** The number of proxies in front of this process; with 0 the socket's address is the client's. */
  trustProxy: number;
  /** Folder of the built ui; undefined serves the API alone. */
  uiFolder: string | undefined;
  /** A private demo installation, whose accounts may be shown at sign-in. */
  demo: boolean;
  /** The mail server, `smtp:` or `smtps:`. Without it emails are written to `mailFolder`; without either they wait in the outbox. */
  smtpUrl: string | undefined;
  mailFolder: string | undefined;
  /** Whether to validate all responses against the contract. */
  validatesResponses: boolean;
  /** Whether to run a worker inside the service. */
  worker: boolean;
  /** How long the service accepts new requests after SIGTERM. */
  drainMs: number;
  /** The token with which other hosts may read the metrics. */
  metricsToken: string | undefined;
  /** The collector of OpenTelemetry that receives traces. */
  tracesEndpoint: string | undefined;
  /** The least severe entries that are logged. */
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';
  /** How a process says that it has started, or why not; by default as text in a terminal, and otherwise in the log. */
  logFormat: 'json' | 'text' | undefined;
}

/** The configuration of a separate worker process. */
export interface WorkerConfig
  extends Pick<
    Config,
    | 'databaseUrl'
    | 'databasePoolSize'
    | 'secretsKeys'
    | 'smtpUrl'
    | 'mailFolder'
    | 'tracesEndpoint'
    | 'logLevel'
    | 'logFormat'
  > {
  /** The console's URL, if configured. */
  url: string | undefined;
  /** Where the worker serves its health and metrics, if it does, and the token with which other hosts may read them. */
  monitoring: { host: string; port: number; token: string | undefined } | undefined;
}

/** Reads the environment. @throws Error with one line per problem */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const {
    jwtSecret,
    acceptedJwtSecret,
    isProduction,
    drainSeconds,
    consoleUrl: _url,
    metricsPort: _port,
    ...environment
  } = readValidEnvironment('service', env);
  return {
    ...environment,
    jwtSecret: jwtSecret ? toKey(jwtSecret) : createSecretKey(randomBytes(32)),
    acceptedJwtSecret: acceptedJwtSecret ? toKey(acceptedJwtSecret) : undefined,
    drainMs: drainSeconds * 1000,
    validatesResponses: !isProduction,
  };
}

const toKey = (secret: string) => createSecretKey(Buffer.from(secret));

/** Reads the environment of a worker process. @throws Error with one line per problem */
export function readWorkerConfig(env: NodeJS.ProcessEnv): WorkerConfig {
  const {
    databaseUrl,
    databasePoolSize,
    secretsKeys,
    smtpUrl,
    mailFolder,
    consoleUrl: url,
    host,
    metricsPort: port,
    metricsToken: token,
    tracesEndpoint,
    logLevel,
    logFormat,
  } = readValidEnvironment('worker', env);
  const monitoring = port === undefined ? undefined : { host, port, token };
  return {
    databaseUrl,
    databasePoolSize,
    secretsKeys,
    smtpUrl,
    mailFolder,
    url,
    monitoring,
    tracesEndpoint,
    logLevel,
    logFormat,
  };
}

/** A program that is run by hand, and needs the database and its secrets only. */
export type MaintenanceProgram = 'encrypt-secrets' | 'after-restore';

/** Reads the environment of a program that is run by hand. @throws Error with one line per problem */
export function readSecretsConfig(
  program: MaintenanceProgram,
  env: NodeJS.ProcessEnv,
): Pick<Config, 'databaseUrl' | 'secretsKeys'> {
  const { databaseUrl, secretsKeys } = readValidEnvironment(program, env);
  return { databaseUrl, secretsKeys };
}

function readValidEnvironment(program: 'service' | 'worker' | MaintenanceProgram, env: NodeJS.ProcessEnv) {
  const { environment, problems } = readEnvironment(program, env);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const { databaseUrl = '', ...values } = environment;
  return { databaseUrl, ...values };
}

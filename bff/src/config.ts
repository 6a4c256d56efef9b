import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { readEnvironment } from './environment.mjs';

export interface Config {
  databaseUrl: string;
  /** The largest size of a pool; a worker inside the service has a second pool of this size. */
  databasePoolSize: number;
  host: string;
  port: number;
  jwtSecret: KeyObject;
  /** Tokens that it signed are good too. */
  secondaryJwtSecret: KeyObject | undefined;
  /** What secrets in the database are encrypted under: the first writes, each reads. */
  secretsKeys: string[];
  /** How many proxies stand before this process; 0: the socket's own address is the caller's. */
  trustProxy: number;
  /** Folder of the built ui; undefined serves the API alone. */
  uiFolder: string | undefined;
  /** A private demo installation, whose accounts may be shown at sign-in. */
  demo: boolean;
  /** The mail server, `smtp:` or `smtps:`. Without it emails are written to `mailFolder`; without either they wait in the outbox. */
  smtpUrl: string | undefined;
  mailFolder: string | undefined;
  /** Check every answer against the contract. */
  validatesResponses: boolean;
  /** Run a worker inside. */
  worker: boolean;
  /** How long it goes on answering new requests after SIGTERM. */
  drainMs: number;
  /** Lets callers from elsewhere read the metrics. */
  metricsToken: string | undefined;
}

/** What a worker of its own needs. */
export interface WorkerConfig
  extends Pick<Config, 'databaseUrl' | 'databasePoolSize' | 'secretsKeys' | 'smtpUrl' | 'mailFolder'> {
  /** Where the console is; undefined where nobody says. */
  url: string | undefined;
}

/** Reads the environment; throws with a line per problem for whoever starts the process. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const {
    jwtSecret,
    secondaryJwtSecret,
    isProduction,
    drainSeconds,
    consoleUrl: _,
    ...environment
  } = readValidEnvironment('service', env);
  return {
    ...environment,
    jwtSecret: jwtSecret ? toKey(jwtSecret) : createSecretKey(randomBytes(32)),
    secondaryJwtSecret: secondaryJwtSecret ? toKey(secondaryJwtSecret) : undefined,
    drainMs: drainSeconds * 1000,
    validatesResponses: !isProduction,
  };
}

const toKey = (secret: string) => createSecretKey(Buffer.from(secret));

/** The same for a worker. */
export function readWorkerConfig(env: NodeJS.ProcessEnv): WorkerConfig {
  const {
    databaseUrl,
    databasePoolSize,
    secretsKeys,
    smtpUrl,
    mailFolder,
    consoleUrl: url,
  } = readValidEnvironment('worker', env);
  return { databaseUrl, databasePoolSize, secretsKeys, smtpUrl, mailFolder, url };
}

/** The same for the command that encrypts. */
export function readSecretsConfig(env: NodeJS.ProcessEnv): Pick<Config, 'databaseUrl' | 'secretsKeys'> {
  const { databaseUrl, secretsKeys } = readValidEnvironment('encrypt-secrets', env);
  return { databaseUrl, secretsKeys };
}

function readValidEnvironment(program: 'service' | 'worker' | 'encrypt-secrets', env: NodeJS.ProcessEnv) {
  const { environment, problems } = readEnvironment(program, env);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const { databaseUrl = '', ...rest } = environment;
  return { databaseUrl, ...rest };
}

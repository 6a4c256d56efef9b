import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

export interface Config {
  databaseUrl: string;
  host: string;
  port: number;
  jwtSecret: KeyObject;
  /** How many proxies stand before this process; 0: the socket's own address is the caller's. */
  trustProxy: number;
  /** Folder of the built ui; undefined serves the API alone. */
  uiFolder: string | undefined;
  /** A private demo installation, whose accounts may be shown at sign-in. */
  demo: boolean;
  /** Where mail is handed over, `smtp:` or `smtps:`; else the folder in which it is kept; neither: it waits. */
  smtpUrl: string | undefined;
  mailFolder: string | undefined;
  /** Check every answer against the contract. */
  checkAnswers: boolean;
  /** Run a worker inside. */
  worker: boolean;
  /** Lets callers from elsewhere read the metrics. */
  metricsToken: string | undefined;
}

/** What a worker of its own needs. */
export interface WorkerConfig extends Pick<Config, 'databaseUrl' | 'smtpUrl' | 'mailFolder'> {
  /** Where the console is; undefined where nobody says. */
  url: string | undefined;
}

/** Reads the environment; throws with a message for whoever starts the process. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const { JWT_SECRET, HOST, PORT, TRUST_PROXY, UI_DIST, DEMO, NODE_ENV, WORKER, METRICS_TOKEN } = env;
  if (!JWT_SECRET && NODE_ENV === 'production') throw new Error('JWT_SECRET is missing: sessions are signed with it.');
  return {
    ...shared(env),
    host: HOST || '127.0.0.1',
    port: wholeNumber('PORT', PORT, 8080),
    jwtSecret: createSecretKey(JWT_SECRET ? Buffer.from(JWT_SECRET) : randomBytes(32)),
    trustProxy: wholeNumber('TRUST_PROXY', TRUST_PROXY, 0),
    uiFolder: UI_DIST || undefined,
    demo: DEMO === '1',
    checkAnswers: NODE_ENV !== 'production',
    worker: WORKER !== '0',
    metricsToken: metricsToken(METRICS_TOKEN),
  };
}

/** The same for a worker. */
export const readWorkerConfig = (env: NodeJS.ProcessEnv): WorkerConfig => ({
  ...shared(env),
  url: env.CONSOLE_URL || undefined,
});

function shared({ DATABASE_URL, SMTP_URL, MAIL_DIR }: NodeJS.ProcessEnv) {
  if (!DATABASE_URL)
    throw new Error('DATABASE_URL is missing: npm start sets it, or name a MySQL or MariaDB of your own.');
  return { databaseUrl: DATABASE_URL, smtpUrl: mailServer(SMTP_URL), mailFolder: MAIL_DIR || undefined };
}

/** Whoever guesses it reads names of subscribers. */
function metricsToken(value: string | undefined): string | undefined {
  if (value && !/^[\x21-\x7e]{16,}$/.test(value))
    throw new Error('METRICS_TOKEN must be 16 characters at least, printable ASCII without spaces.');
  return value || undefined;
}

function wholeNumber(name: string, value: string | undefined, otherwise: number): number {
  if (value === undefined || value === '') return otherwise;
  if (!/^\d{1,5}$/.test(value)) throw new Error(`${name} must be a whole number, not “${value}”.`);
  return Number(value);
}

/** The value is left out of the message, as it may hold a password. */
function mailServer(value: string | undefined): string | undefined {
  if (!value) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.hostname && ['smtp:', 'smtps:'].includes(url.protocol)) return value;
  throw new Error('SMTP_URL must be of the form smtp://user:password@host:587 or smtps://user:password@host.');
}

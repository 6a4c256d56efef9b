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
}

/** Reads the environment; throws with a message for whoever starts the process. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const { DATABASE_URL, JWT_SECRET, HOST, PORT, TRUST_PROXY, UI_DIST, DEMO, NODE_ENV, SMTP_URL, MAIL_DIR } = env;
  if (!DATABASE_URL)
    throw new Error('DATABASE_URL is missing: npm start sets it, or name a MySQL or MariaDB of your own.');
  if (!JWT_SECRET && NODE_ENV === 'production') throw new Error('JWT_SECRET is missing: sessions are signed with it.');
  return {
    databaseUrl: DATABASE_URL,
    host: HOST || '127.0.0.1',
    port: wholeNumber('PORT', PORT, 8080),
    jwtSecret: createSecretKey(JWT_SECRET ? Buffer.from(JWT_SECRET) : randomBytes(32)),
    trustProxy: wholeNumber('TRUST_PROXY', TRUST_PROXY, 0),
    uiFolder: UI_DIST || undefined,
    demo: DEMO === '1',
    smtpUrl: mailServer(SMTP_URL),
    mailFolder: MAIL_DIR || undefined,
    checkAnswers: NODE_ENV !== 'production',
  };
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

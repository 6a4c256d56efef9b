import type { KeyObject } from 'node:crypto';
import type { Settings } from '#config/settings.ts';
import { type Database, fromNow, type SecretCodec, type Transaction, transact } from '#database';
import type { ErrorKey, Language, Schemas } from '#http/contract.ts';
import { Problem } from '#http/problem.ts';
import { type LogActor, logAct } from '#user-log/user-log.ts';
import { signToken } from './authenticate.ts';
import { issueToken } from './one-time-tokens.ts';
import { checkPassword } from './passwords.ts';
import { readAppearance } from './preferences.ts';
import { type ClientInfo, openSession } from './sessions.ts';
import { attemptWithinLimits, rememberAddress, type SignInLimits } from './sign-in-limits.ts';
import { generateTotpSecret } from './totp.ts';

export interface SignInAccount {
  id: number;
  username: string;
  status: Schemas['UserStatus'];
  password_hash: string | null;
  /** Base32; null without a second factor. */
  totp_secret: string | null;
}

const findAccount = (db: Database, name: string): Promise<SignInAccount | undefined> =>
  db('user')
    .where('username', name)
    .orWhere('email', name)
    .first('id', 'username', 'status', 'password_hash', 'totp_secret');

const REFUSAL_BY_STATUS: Partial<Record<SignInAccount['status'], ErrorKey>> = {
  pending: 'accountPending',
  inactive: 'accountInactive',
  rejected: 'accountRejected',
};

/** Throws if the account's status forbids signing in, whatever the password. */
export function assertMaySignIn({ status }: Pick<SignInAccount, 'status'>): void {
  const key = REFUSAL_BY_STATUS[status];
  if (key) throw new Problem(key);
}

/**
 * Checks credentials and returns the account. @throws Problem `invalidCredentials`, `tooManyRequests`, or after the right password
 * `accountPending`, `accountInactive` or `accountRejected`
 */
export async function checkCredentials(
  db: Database,
  limits: SignInLimits,
  { username, password }: Schemas['Credentials'],
  address: string,
): Promise<SignInAccount> {
  const account = await findAccount(db, username);
  const attempt = { account: account?.username ?? username, address };
  const isCorrect = await attemptWithinLimits(db, limits, attempt, account?.id, () =>
    checkPassword(account?.password_hash, password),
  );
  if (!isCorrect || !account) throw new Problem('invalidCredentials');
  assertMaySignIn(account);
  return account;
}

export interface SignInDeps {
  db: Database;
  settings: Pick<Settings, 'current'>;
  jwtSecret: KeyObject;
  secrets: SecretCodec;
  /** Loads the user with roles and permissions in the contract's form. */
  loadUser(id: number): Promise<Schemas['User']>;
  /** Returns a hash that changes with the user's roles and permissions. */
  hashRights(user: Schemas['User']): string;
}

/** How long the user has to enter the second factor, in milliseconds. */
const CHALLENGE_LIFETIME_MS = 5 * 60_000;

/** Data of a challenge: while a second factor is being set up, its new secret as it is stored. */
export interface Challenge {
  enrolment?: string;
}

const HOUR_MS = 3_600_000;

/** Opens a session in the caller's transaction and returns its token. */
export async function openTokenSession(
  { jwtSecret, settings }: Pick<SignInDeps, 'jwtSecret' | 'settings'>,
  db: Database,
  userId: number,
  origin: ClientInfo & { secondFactor: boolean },
): Promise<string> {
  const { sessionHours } = await settings.current(db);
  const session = await openSession(db, userId, { ...origin, lifetime: sessionHours * HOUR_MS });
  return signToken(jwtSecret, session.id, userId, session.expire);
}

/** Locks an account whose credentials were verified. @throws Problem `invalidCredentials` if it has changed since */
export async function lockUnchangedAccount(
  trx: Transaction,
  { id, password_hash, totp_secret }: SignInAccount,
): Promise<void> {
  const unchangedAccount = trx('user').where({ id, status: 'active', password_hash, totp_secret });
  if (!(await unchangedAccount.forUpdate().first('id'))) throw new Problem('invalidCredentials');
}

/** Opens a session for an account whose row is locked, and returns its token. */
export async function completeSignIn(
  deps: SignInDeps,
  trx: Transaction,
  { id, username }: Pick<SignInAccount, 'id' | 'username'>,
  { address, client, language, secondFactor }: ClientInfo & { language: Language; secondFactor: boolean },
): Promise<string> {
  await rememberLanguage(trx, id, language);
  await rememberAddress(trx, id, address);
  await logAct(trx, { act: 'signIn', userId: id, username, address, client });
  return openTokenSession(deps, trx, id, { address, client, secondFactor });
}

/** Stores the language that the user last used, for emails to them. */
export async function rememberLanguage(db: Database, userId: number, language: Language): Promise<void> {
  const row = await db('user').where('id', userId).first('language');
  if (row && row.language !== language) await db('user').where('id', userId).update({ language });
}

/** Loads the user of an account whose credentials were verified. @throws Problem `invalidCredentials` if it was deleted since */
export const loadSignedInUser = (
  { loadUser }: Pick<SignInDeps, 'loadUser'>,
  userId: number,
): Promise<Schemas['User']> =>
  loadUser(userId).catch((error) => {
    throw error instanceof Problem && error.key === 'unauthorized' ? new Problem('invalidCredentials') : error;
  });

/** Returns the response to a sign-in: the token, its user, and the appearance that the user has chosen. */
export async function signInResponse(deps: SignInDeps, userId: number, token: string) {
  const [user, appearance] = await Promise.all([loadSignedInUser(deps, userId), readAppearance(deps.db, userId)]);
  return { data: { user, token, appearance }, rightsHash: deps.hashRights(user) };
}

/** Issues a second-factor challenge for a locked account, with a new secret if the account has none yet. */
export async function issueChallenge(
  { secrets }: Pick<SignInDeps, 'secrets'>,
  trx: Transaction,
  account: SignInAccount,
) {
  const enrolment = account.totp_secret ? undefined : generateTotpSecret(account.username);
  const { token, expire } = await issueToken(trx, {
    purpose: 'challenge',
    userId: account.id,
    data: enrolment ? { enrolment: await secrets.encryptIfEnabled(trx, `user ${account.id}`, enrolment.secret) } : {},
    lifetime: CHALLENGE_LIFETIME_MS,
  });
  return { challenge: token, expireTime: expire.toISOString(), ...(enrolment ? { enrolment } : {}) };
}

const FLOOD_KEY = 'tooManyRequests';

/** Whether too many attempts from this address were already logged in the current window. */
async function isFloodLogged(db: Database, address: string, { signInWindowMinutes }: SignInLimits): Promise<boolean> {
  const logged = db('user_log')
    .where({ address, act: 'signInRefused' })
    .where('time', '>', fromNow(db, -signInWindowMinutes * 60_000))
    .whereRaw("JSON_UNQUOTE(JSON_EXTRACT(details, '$.key')) = ?", FLOOD_KEY);
  return (await logged.first('id')) !== undefined;
}

/**
 * Logs a refused sign-in and throws its error again. `tooManyRequests` is logged once per address and window, so that a
 * flood of sign-ins cannot fill the log.
 */
export const logAndRethrowSignInError =
  (db: Database, limits: SignInLimits, actor: Omit<LogActor, 'userId'>) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof Problem) await logSignInError(db, limits, actor, error);
    throw error;
  };

const logSignInError = (
  db: Database,
  limits: SignInLimits,
  actor: Omit<LogActor, 'userId'>,
  problem: Problem,
): Promise<void> =>
  // in one transaction, so that concurrent duplicates are limited to the number of connections
  transact(db, async (trx) => {
    if (problem.key === FLOOD_KEY && (await isFloodLogged(trx, actor.address, limits))) return;
    // a broken rule says more than that there is one
    const key = problem.details.fields?.[0]?.rule ?? problem.key;
    const act = ['invalidCredentials', 'validationError'].includes(problem.key) ? 'signInFailed' : 'signInRefused';
    await logAct(trx, { ...actor, userId: null, act, details: { key } });
  });

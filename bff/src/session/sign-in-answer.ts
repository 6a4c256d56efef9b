import type { KeyObject } from 'node:crypto';
import type { Settings } from '#config/settings.ts';
import type { Database, Secrets, Transaction } from '#database';
import type { Language, Schemas } from '#http/contract.ts';
import { Problem } from '#http/problem.ts';
import { logAct } from '#logs/user-log.ts';
import { issueToken } from './one-time-tokens.ts';
import { type Origin, openSession } from './sessions.ts';
import type { Account } from './sign-in.ts';
import { rememberAddress } from './sign-in-limits.ts';
import { signToken } from './tokens.ts';
import { newTotpSecret } from './totp.ts';

export interface SignInDeps {
  db: Database;
  settings: Pick<Settings, 'current'>;
  jwtSecret: KeyObject;
  secrets: Secrets;
  /** The user with roles and permissions, as the contract has it. */
  loadUser(id: number): Promise<Schemas['User']>;
  /** Another value whenever the user's roles or permissions are others. */
  accessVersionOf(user: Schemas['User']): string;
}

/** How long a second factor is waited for, in milliseconds. */
const challengeLifetime = 5 * 60_000;

/** What a challenge stands for: the secret, as it is stored, that is being set up, where none is in force yet. */
export interface Challenge {
  enrolment?: string;
}

const hour = 3_600_000;

/** A new session's token; within the transaction of what leads to it. */
export async function newToken(
  { jwtSecret, settings }: Pick<SignInDeps, 'jwtSecret' | 'settings'>,
  within: Database,
  userId: number,
  origin: Origin & { secondFactor: boolean },
): Promise<string> {
  const { sessionHours } = await settings.current(within);
  const session = await openSession(within, userId, { ...origin, lifetime: sessionHours * hour });
  return signToken(jwtSecret, session.id, userId, session.expire);
}

/** Locks an account that was found right; throws `invalidCredentials` where it is another by now. */
export async function expectUnchanged(trx: Transaction, { id, password_hash, totp_secret }: Account): Promise<void> {
  const same = trx('user').where({ id, status: 'active', password_hash, totp_secret });
  if (!(await same.forUpdate().first('id'))) throw new Problem('invalidCredentials');
}

/** Lets in an account, locked before: a session, whose token it answers. */
export async function letIn(
  deps: SignInDeps,
  trx: Transaction,
  { id, username }: Pick<Account, 'id' | 'username'>,
  { address, client, language, secondFactor }: Origin & { language: Language; secondFactor: boolean },
): Promise<string> {
  await rememberLanguage(trx, id, language);
  await rememberAddress(trx, id, address);
  await logAct(trx, { act: 'signIn', userId: id, username, address, client });
  return newToken(deps, trx, id, { address, client, secondFactor });
}

/** In which language this person is written to, as they last used it. */
export async function rememberLanguage(db: Database, userId: number, language: Language): Promise<void> {
  const row = await db('user').where('id', userId).first('language');
  if (row && row.language !== language) await db('user').where('id', userId).update({ language });
}

/** The user of an account that was found right; throws `invalidCredentials` where it has been deleted since. */
export const loadSignedIn = ({ loadUser }: Pick<SignInDeps, 'loadUser'>, userId: number): Promise<Schemas['User']> =>
  loadUser(userId).catch((error) => {
    throw error instanceof Problem && error.key === 'unauthorized' ? new Problem('invalidCredentials') : error;
  });

/** What a sign-in answers: the token and who has it. */
export async function welcome(deps: SignInDeps, userId: number, token: string) {
  const user = await loadSignedIn(deps, userId);
  return { data: { user, token }, accessVersion: deps.accessVersionOf(user) };
}

/** Asks for the second factor of an account, locked before, and to set it up first where a role wants one and there is none. */
export async function challenge({ secrets }: Pick<SignInDeps, 'secrets'>, trx: Transaction, account: Account) {
  const enrolment = account.totp_secret ? undefined : newTotpSecret(account.username);
  const { token, expire } = await issueToken(trx, {
    purpose: 'challenge',
    userId: account.id,
    data: enrolment ? { enrolment: await secrets.toStored(trx, `user ${account.id}`, enrolment.secret) } : {},
    lifetime: challengeLifetime,
  });
  return { challenge: token, expireTime: expire.toISOString(), ...(enrolment ? { enrolment } : {}) };
}

import type { KeyObject } from 'node:crypto';
import type { Settings } from '#config/settings.ts';
import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';
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
  /** The user with roles and permissions, as the contract has it. */
  loadUser(id: number): Promise<Schemas['User']>;
  /** Another value whenever the user's roles or permissions are others. */
  accessVersionOf(user: Schemas['User']): string;
}

/** How long a second factor is waited for, in milliseconds. */
const challengeLifetime = 5 * 60_000;

/** What a challenge stands for: the secret that is being set up, where none is in force yet. */
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

/** Signs in: a session, its token and who has it. */
export async function welcome(
  deps: SignInDeps,
  { id, username }: Pick<Account, 'id' | 'username'>,
  { address, client, secondFactor }: Origin & { secondFactor: boolean },
) {
  const { db } = deps;
  const token = await newToken(deps, db, id, { address, client, secondFactor });
  await Promise.all([
    rememberAddress(db, id, address),
    logAct(db, { act: 'signIn', userId: id, username, address, client }),
  ]);
  const user = await deps.loadUser(id);
  return { data: { user, token }, accessVersion: deps.accessVersionOf(user) };
}

/** Asks for the second factor, and to set it up first where a role wants one and there is none. */
export async function challenge({ db }: SignInDeps, account: Account) {
  const enrolment = account.totp_secret ? undefined : newTotpSecret(account.username);
  const { token, expire } = await issueToken(db, {
    purpose: 'challenge',
    userId: account.id,
    data: enrolment ? { enrolment: enrolment.secret } : {},
    lifetime: challengeLifetime,
  });
  return { challenge: token, expireTime: expire.toISOString(), ...(enrolment ? { enrolment } : {}) };
}

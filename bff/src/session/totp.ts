import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Settings } from '#config/settings.ts';
import { type Database, now, type Secrets, type Transaction } from '#database';
import type { Schemas } from '#http/contract.ts';
import { invalid } from '#http/problem.ts';
import { type LogActor, logAct } from '#user-log/user-log.ts';
import { voidTokens } from './one-time-tokens.ts';
import { attemptWithinLimits } from './sign-in-limits.ts';

const ISSUER = 'Gazetteer';
const PERIOD_SECONDS = 30;
/** A clock may be one period off (RFC 6238, 5.2). */
const MAX_SKEW_PERIODS = 1;

// the defaults that every authenticator app knows: SHA-1, six digits
const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS, digits: 6 });

/** A new secret of 160 bits, which the app keeps. */
export function newTotpSecret(username: string): Schemas['TotpSecret'] {
  const secret = new Secret({ size: 20 }).base32;
  return { secret, uri: totpOf(secret, username).toString() };
}

/** Spaces and hyphens are for the eye. */
const withoutSpacing = (code: string) => code.replaceAll(/[\s-]/g, '').toLowerCase();

/** The time step that a code is of, where it is one of this secret and of now. */
function findTimeStep(secret: string, code: string): number | undefined {
  const delta = totpOf(secret).validate({ token: withoutSpacing(code), window: MAX_SKEW_PERIODS });
  return delta === null ? undefined : Math.floor(Date.now() / 1000 / PERIOD_SECONDS) + delta;
}

/** Whether the code is of this secret and of now; each step counts once per user, so that no code works twice. */
export async function useTotpCode(db: Database, userId: number, secret: string, code: string): Promise<boolean> {
  const step = findTimeStep(secret, code);
  if (step === undefined) return false;
  const newer = db('user')
    .where('id', userId)
    .where((row) => row.whereNull('totp_step').orWhere('totp_step', '<', step));
  return (await newer.update({ totp_step: step })) === 1;
}

const RECOVERY_CODE_COUNT = 10;
const hashOfRecoveryCode = (code: string) => createHash('sha256').update(withoutSpacing(code)).digest('hex');

/** 80 random bits in base32, grouped for the eye. */
const newRecoveryCode = () => new Secret({ size: 10 }).base32.toLowerCase().replace(/(.{4})(?=.)/g, '$1-');

/** New recovery codes in place of the old ones; the database keeps hashes. */
export async function renewRecoveryCodes(db: Database, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, newRecoveryCode);
  await db('recovery_code').where('user_id', userId).delete();
  await db('recovery_code').insert(codes.map((code) => ({ user_id: userId, hash: hashOfRecoveryCode(code) })));
  return codes;
}

/** Whether it is a recovery code not used before; from now on it is. */
export async function useRecoveryCode(db: Database, userId: number, code: string): Promise<boolean> {
  const unused = db('recovery_code')
    .where({ user_id: userId, hash: hashOfRecoveryCode(code) })
    .whereNull('used_time');
  return (await unused.update({ used_time: now(db) })) === 1;
}

export const looksLikeTotp = (code: string) => /^\d{6}$/.test(withoutSpacing(code));

/** Takes the second factor away, recovery codes too: no session has it any more, and no sign-in waits for it. */
export async function removeTotp(trx: Transaction, userId: number): Promise<void> {
  await trx('user').where('id', userId).update({ totp_secret: null, totp_step: null });
  await trx('recovery_code').where('user_id', userId).delete();
  await trx('session').where('user_id', userId).update({ second_factor: false });
  await voidTokens(trx, 'challenge', userId);
}

interface CodeDeps {
  db: Database;
  settings: Pick<Settings, 'current'>;
}

/** Throws `wrongCode` where `check` refuses it; guesses count against the secret, from known addresses too: a code is short. */
export async function assertCodeAccepted(
  { db, settings }: CodeDeps,
  secret: string,
  address: string,
  check: () => Promise<boolean>,
): Promise<void> {
  // a name that nobody can type at sign-in: failures there count for no second factor
  const attempt = { account: createHash('sha256').update(secret).digest('hex'), address };
  if (!(await attemptWithinLimits(db, await settings.current(), attempt, undefined, check)))
    throw invalid({ pointer: '/code', rule: 'wrongCode' });
}

/** Puts a secret in force for a user, locked before; answers the recovery codes. */
export async function setUpTotp(
  { secrets }: { secrets: Secrets },
  trx: Transaction,
  doer: LogActor,
  userId: number,
  secret: string,
): Promise<Schemas['RecoveryCodes']> {
  await trx('user')
    .where('id', userId)
    .update({ totp_secret: await secrets.toStored(trx, `user ${userId}`, secret) });
  await voidTokens(trx, ['enrolment', 'challenge'], userId);
  await logAct(trx, { ...doer, act: 'secondFactorOn' });
  return renewRecoveryCodes(trx, userId);
}

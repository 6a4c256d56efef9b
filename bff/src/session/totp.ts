import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Settings } from '#config/settings.ts';
import { type Database, now, type SecretCodec, type Transaction } from '#database';
import type { Schemas } from '#http/contract.ts';
import { invalid } from '#http/problem.ts';
import { type LogActor, logAct } from '#user-log/user-log.ts';
import { voidTokens } from './one-time-tokens.ts';
import { attemptWithinLimits } from './sign-in-limits.ts';

const ISSUER = 'Gazetteer';
const PERIOD_SECONDS = 30;
/** A clock may be one period off (RFC 6238, section 5.2). */
const MAX_SKEW_PERIODS = 1;

// SHA-1 and six digits are the defaults, which all authenticator apps support
const createTotp = (secret: string, label = '') =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS, digits: 6 });

/** Generates a secret of 160 bits for an authenticator app. */
export function generateTotpSecret(username: string): Schemas['TotpSecret'] {
  const secret = new Secret({ size: 20 }).base32;
  return { secret, uri: createTotp(secret, username).toString() };
}

/** Removes spaces and hyphens, which only make codes easier to read. */
const withoutSpacing = (code: string) => code.replaceAll(/[\s-]/g, '').toLowerCase();

/** Returns the time step of a code; undefined if it is not currently valid for the secret. */
function findTimeStep(secret: string, code: string): number | undefined {
  const delta = createTotp(secret).validate({ token: withoutSpacing(code), window: MAX_SKEW_PERIODS });
  return delta === null ? undefined : Math.floor(Date.now() / 1000 / PERIOD_SECONDS) + delta;
}

/** Uses a code; returns whether it was valid. Each time step is accepted once per user, so that no code works twice. */
export async function useTotpCode(db: Database, userId: number, secret: string, code: string): Promise<boolean> {
  const step = findTimeStep(secret, code);
  if (step === undefined) return false;
  const olderStep = db('user')
    .where('id', userId)
    .where((row) => row.whereNull('totp_step').orWhere('totp_step', '<', step));
  return (await olderStep.update({ totp_step: step })) === 1;
}

const RECOVERY_CODE_COUNT = 10;
const hashOfRecoveryCode = (code: string) => createHash('sha256').update(withoutSpacing(code)).digest('hex');

/** Generates 80 random bits in base32, grouped for readability. */
const generateRecoveryCode = () => new Secret({ size: 10 }).base32.toLowerCase().replace(/(.{4})(?=.)/g, '$1-');

/** Replaces the recovery codes; the database stores only hashes. */
export async function renewRecoveryCodes(db: Database, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, generateRecoveryCode);
  await db('recovery_code').where('user_id', userId).delete();
  await db('recovery_code').insert(codes.map((code) => ({ user_id: userId, hash: hashOfRecoveryCode(code) })));
  return codes;
}

/** Uses a recovery code; returns whether it was valid and unused. */
export async function useRecoveryCode(db: Database, userId: number, code: string): Promise<boolean> {
  const unusedCode = db('recovery_code')
    .where({ user_id: userId, hash: hashOfRecoveryCode(code) })
    .whereNull('used_time');
  return (await unusedCode.update({ used_time: now(db) })) === 1;
}

export const looksLikeTotp = (code: string) => /^\d{6}$/.test(withoutSpacing(code));

/** Removes the second factor with its recovery codes from the user, all sessions, and sign-ins in progress. */
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

/** @throws Problem `wrongCode` if `check` fails. Failures are counted per secret, even from known addresses, as codes are short */
export async function assertCodeAccepted(
  { db, settings }: CodeDeps,
  secret: string,
  address: string,
  check: () => Promise<boolean>,
): Promise<void> {
  // the hash cannot be typed as a user name, so failed sign-ins do not count for second factors
  const attempt = { account: createHash('sha256').update(secret).digest('hex'), address };
  if (!(await attemptWithinLimits(db, await settings.current(), attempt, undefined, check)))
    throw invalid({ pointer: '/code', rule: 'wrongCode' });
}

/** Activates the second factor of a locked user; returns the recovery codes. */
export async function setUpTotp(
  { secrets }: { secrets: SecretCodec },
  trx: Transaction,
  actor: LogActor,
  userId: number,
  secret: string,
): Promise<Schemas['RecoveryCodes']> {
  await trx('user')
    .where('id', userId)
    .update({ totp_secret: await secrets.encryptIfEnabled(trx, `user ${userId}`, secret) });
  await voidTokens(trx, ['enrolment', 'challenge'], userId);
  await logAct(trx, { ...actor, act: 'secondFactorOn' });
  return renewRecoveryCodes(trx, userId);
}

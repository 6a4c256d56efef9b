import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { type Database, now, type Transaction } from '#database';
import type { Schemas } from '#http/contract.ts';
import { voidTokens } from './one-time-tokens.ts';

const issuer = 'Gazetteer';
const period = 30;
/** A clock may be one period off (RFC 6238, 5.2). */
const skew = 1;

// the defaults that every authenticator app knows: SHA-1, six digits
const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period, digits: 6 });

/** A new secret of 160 bits, which the app keeps. */
export function newTotpSecret(username: string): Schemas['TotpSecret'] {
  const secret = new Secret({ size: 20 }).base32;
  return { secret, uri: totpOf(secret, username).toString() };
}

/** Spaces and hyphens are for the eye. */
const plain = (code: string) => code.replaceAll(/[\s-]/g, '').toLowerCase();

/** The time step that a code is of, where it is one of this secret and of now. */
function stepOf(secret: string, code: string): number | undefined {
  const delta = totpOf(secret).validate({ token: plain(code), window: skew });
  return delta === null ? undefined : Math.floor(Date.now() / 1000 / period) + delta;
}

/** Whether the code is of this secret and of now; each step counts once per user, so that no code works twice. */
export async function useTotpCode(db: Database, userId: number, secret: string, code: string): Promise<boolean> {
  const step = stepOf(secret, code);
  if (step === undefined) return false;
  const newer = db('user')
    .where('id', userId)
    .where((row) => row.whereNull('totp_step').orWhere('totp_step', '<', step));
  return (await newer.update({ totp_step: step })) === 1;
}

const recoveryCodes = 10;
const hashOf = (code: string) => createHash('sha256').update(plain(code)).digest('hex');

/** 80 random bits in base32, grouped for the eye. */
const newRecoveryCode = () => new Secret({ size: 10 }).base32.toLowerCase().replace(/(.{4})(?=.)/g, '$1-');

/** New recovery codes in place of the old ones; the database keeps hashes. */
export async function renewRecoveryCodes(db: Database, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode);
  await db('recovery_code').where('user_id', userId).delete();
  await db('recovery_code').insert(codes.map((code) => ({ user_id: userId, hash: hashOf(code) })));
  return codes;
}

/** Whether it is a recovery code not used before; from now on it is. */
export async function useRecoveryCode(db: Database, userId: number, code: string): Promise<boolean> {
  const unused = db('recovery_code')
    .where({ user_id: userId, hash: hashOf(code) })
    .whereNull('used_time');
  return (await unused.update({ used_time: now(db) })) === 1;
}

export const looksLikeTotp = (code: string) => /^\d{6}$/.test(plain(code));

/** Takes the second factor away, recovery codes too: no session has it any more, and no sign-in waits for it. */
export async function forgetTotp(trx: Transaction, userId: number): Promise<void> {
  await trx('user').where('id', userId).update({ totp_secret: null, totp_step: null });
  await trx('recovery_code').where('user_id', userId).delete();
  await trx('session').where('user_id', userId).update({ second_factor: false });
  await voidTokens(trx, 'challenge', userId);
}

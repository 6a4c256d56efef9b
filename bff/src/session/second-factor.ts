import { createHash } from 'node:crypto';
import type { Settings } from '#config/settings.ts';
import type { Database, Secrets, Transaction } from '#database';
import type { Schemas } from '#http/contract.ts';
import { invalid } from '#http/problem.ts';
import { type Doer, logAct } from '#logs/user-log.ts';
import { voidTokens } from './one-time-tokens.ts';
import { guess } from './sign-in-limits.ts';
import { renewRecoveryCodes } from './totp.ts';

interface Deps {
  db: Database;
  settings: Pick<Settings, 'current'>;
}

/** Throws `wrongCode` where `check` refuses it; guesses count against the secret, from known addresses too: a code is short. */
export async function guessCode(
  { db, settings }: Deps,
  secret: string,
  address: string,
  check: () => Promise<boolean>,
): Promise<void> {
  // a name that nobody can type at sign-in: failures there count for no second factor
  const attempt = { account: createHash('sha256').update(secret).digest('hex'), address };
  if (!(await guess(db, await settings.current(), attempt, undefined, check)))
    throw invalid({ pointer: '/code', rule: 'wrongCode' });
}

/** Puts a secret in force for a user, locked before; answers the recovery codes. */
export async function setUpTotp(
  { secrets }: { secrets: Secrets },
  trx: Transaction,
  doer: Doer,
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

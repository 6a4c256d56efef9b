import { type Database, fromJson, now, transactWithinTimeLimit } from '#database';
import type { OperationId } from '#http/contract.ts';
import type { Handlers } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { logAct, logActorOf } from '#user-log/user-log.ts';
import { issueToken, voidTokens } from './one-time-tokens.ts';
import { expectOwnPassword, readOwnColumns } from './passwords.ts';
import { lockOwnSession, revokeOtherSessions } from './sessions.ts';
import type { SignInDeps } from './sign-in.ts';
import {
  assertCodeAccepted,
  generateTotpSecret,
  removeTotp,
  renewRecoveryCodes,
  setUpTotp,
  useTotpCode,
} from './totp.ts';

type SecondFactorOperation = Extract<OperationId, 'beginTotp' | 'confirmTotp' | 'removeTotp' | 'renewRecoveryCodes'>;

/** How long a user may take to confirm a new secret with its first code. */
const ENROLMENT_LIFETIME_MS = 15 * 60_000;

/** Creates the handlers for the caller's second factor: setting it up, removing it, and renewing recovery codes. */
export function secondFactorHandlers(deps: SignInDeps): Pick<Handlers, SecondFactorOperation> {
  const { db, secrets } = deps;
  return {
    beginTotp: async (request) => {
      const { caller, body } = request;
      await expectOwnPassword(deps, request, body.password, '/password');
      if (await readTotpSecret(db, caller.id)) throw new Problem('invalidTransition');
      const totpSecret = generateTotpSecret(caller.username);
      await voidTokens(db, 'enrolment', caller.id);
      const data = { secret: await secrets.encryptIfEnabled(db, `user ${caller.id}`, totpSecret.secret) };
      await issueToken(db, { purpose: 'enrolment', userId: caller.id, data, lifetime: ENROLMENT_LIFETIME_MS });
      return { status: 200, data: totpSecret };
    },

    confirmTotp: async (request) => {
      const { caller, body } = request;
      const stored = await readEnrolment(db, caller.id);
      if (!stored) throw new Problem('noSecondFactor');
      const secret = secrets.decryptIfEncrypted(`user ${caller.id}`, stored);
      await assertCodeAccepted(deps, secret, request.address, () => useTotpCode(db, caller.id, secret, body.code));
      const recoveryCodes = await transactWithinTimeLimit(caller, db, async (trx) => {
        await lockOwnSession(trx, caller);
        if ((await readEnrolment(trx, caller.id)) !== stored) throw new Problem('noSecondFactor');
        await revokeOtherSessions(trx, caller.id, caller.sessionId);
        await trx('session').where('id', caller.sessionId).update({ second_factor: true });
        return setUpTotp(deps, trx, logActorOf(request), caller.id, secret);
      });
      return { status: 200, data: { recoveryCodes } };
    },

    removeTotp: async (request) => {
      const { caller, body } = request;
      await expectOwnPassword(deps, request, body.password, '/password');
      const { secondFactor, secondFactorRequired } = await deps.loadUser(caller.id);
      if (!secondFactor) throw new Problem('noSecondFactor');
      if (secondFactorRequired) throw new Problem('secondFactorRequired');
      await transactWithinTimeLimit(caller, db, async (trx) => {
        await lockOwnSession(trx, caller);
        await removeTotp(trx, caller.id);
        await logAct(trx, { ...logActorOf(request), act: 'secondFactorOff' });
      });
      return { status: 200, data: {} };
    },

    renewRecoveryCodes: async (request) => {
      const { caller, body } = request;
      await expectOwnPassword(deps, request, body.password, '/password');
      if (!(await readTotpSecret(db, caller.id))) throw new Problem('noSecondFactor');
      const recoveryCodes = await transactWithinTimeLimit(caller, db, async (trx) => {
        await lockOwnSession(trx, caller);
        await logAct(trx, { ...logActorOf(request), act: 'recoveryCodesRenewed' });
        return renewRecoveryCodes(trx, caller.id);
      });
      return { status: 200, data: { recoveryCodes } };
    },
  };
}

async function readTotpSecret(db: Database, userId: number): Promise<string | null> {
  return (await readOwnColumns<{ totp_secret: string | null }>(db, userId, 'totp_secret')).totp_secret;
}

/** Reads the stored secret of the user's last `beginTotp`, while it is not confirmed. */
async function readEnrolment(db: Database, userId: number): Promise<string | undefined> {
  const openEnrolments = db('one_time_token').where({ purpose: 'enrolment', user_id: userId }).whereNull('used_time');
  const row = await openEnrolments.where('expire_time', '>', now(db)).first('data');
  return row && fromJson<{ secret: string }>(row.data).secret;
}

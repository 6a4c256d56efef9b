import { createHash } from 'node:crypto';
import { type Database, fromJson, type Transaction, transact } from '#database';
import type { OperationId, Schemas } from '#http/contract.ts';
import type { Handlers } from '#http/operation-types.ts';
import { invalid, Problem } from '#http/problem.ts';
import { type Doer, doerOf, logAct } from '#logs/user-log.ts';
import { issueToken, lookAtToken, spendToken, voidTokens } from './one-time-tokens.ts';
import { expectOwnPassword } from './own-password.ts';
import { logRefused } from './refused-sign-in.ts';
import { lockOwnSession, revokeOtherSessions } from './sessions.ts';
import { type Account, expectOpen } from './sign-in.ts';
import { type Challenge, letIn, type SignInDeps, welcome } from './sign-in-answer.ts';
import { guess } from './sign-in-limits.ts';
import { forgetTotp, looksLikeTotp, newTotpSecret, renewRecoveryCodes, useRecoveryCode, useTotpCode } from './totp.ts';

export type SecondFactorOperation = Extract<
  OperationId,
  'loginTotp' | 'beginTotp' | 'confirmTotp' | 'removeTotp' | 'renewRecoveryCodes'
>;

/** How long a secret waits for its first code, in milliseconds. */
const enrolmentLifetime = 15 * 60_000;

const spent = () => invalid({ pointer: '/challenge', rule: 'spentToken' });
const wrongCode = () => invalid({ pointer: '/code', rule: 'wrongCode' });

export function secondFactorHandlers(deps: SignInDeps): Pick<Handlers, SecondFactorOperation> {
  const { db, settings } = deps;

  /** Whether the code is right; guesses count against the secret, from known addresses too: a code is short. */
  const guessCode = async (secret: string, { address }: Doer, check: () => Promise<boolean>) => {
    // a name that nobody can type at sign-in: failures there count for no second factor
    const attempt = { account: createHash('sha256').update(secret).digest('hex'), address };
    if (!(await guess(db, await settings.current(), attempt, undefined, check))) throw wrongCode();
  };

  const accountOf = async (id: number | null): Promise<Account> => {
    const account = await db('user').where({ id }).first('id', 'username', 'status', 'totp_secret');
    if (!account) throw spent();
    expectOpen(account);
    return account;
  };

  return {
    loginTotp: async ({ body, address, client }) => {
      const held = await lookAtToken<Challenge>(db, 'challenge', body.challenge);
      if (!held) throw spent();
      const account = await accountOf(held.userId);
      const secret = account.totp_secret ?? held.data.enrolment;
      if (!secret) throw spent();
      const doer = { userId: account.id, username: account.username, address, client };
      const byRecoveryCode = !looksLikeTotp(body.code);
      await guessCode(secret, doer, () =>
        byRecoveryCode ? useRecoveryCode(db, account.id, body.code) : useTotpCode(db, account.id, secret, body.code),
      ).catch(logRefused(db, await settings.current(), doer));
      const { token, codes } = await transact(db, async (trx) => {
        // what changes the password or the factor has the account locked, and makes the challenge void
        await trx('user').where('id', account.id).forUpdate().select('id');
        if (!(await spendToken(trx, 'challenge', body.challenge))) throw spent();
        if (byRecoveryCode) await logAct(trx, { ...doer, act: 'recoveryCodeUsed' });
        return {
          codes: account.totp_secret ? {} : { recoveryCodes: await setUp(trx, doer, account.id, secret) },
          token: await letIn(deps, trx, account, { address, client, secondFactor: true }),
        };
      });
      const { data, accessVersion } = await welcome(deps, account.id, token);
      return { status: 200, data: { ...data, ...codes }, accessVersion };
    },

    beginTotp: async (request) => {
      const { caller, body } = request;
      await expectOwnPassword(deps, request, body.password, '/password');
      if (await secretOf(caller.id)) throw new Problem('invalidTransition');
      const made = newTotpSecret(caller.username);
      await voidTokens(db, 'enrolment', caller.id);
      const data = { secret: made.secret };
      await issueToken(db, { purpose: 'enrolment', userId: caller.id, data, lifetime: enrolmentLifetime });
      return { status: 200, data: made };
    },

    confirmTotp: async (request) => {
      const { caller, body } = request;
      const secret = await enrolmentOf(db, caller.id);
      if (!secret) throw new Problem('noSecondFactor');
      await guessCode(secret, doerOf(request), () => useTotpCode(db, caller.id, secret, body.code));
      const recoveryCodes = await transact(db, async (trx) => {
        await lockOwnSession(trx, caller);
        if ((await enrolmentOf(trx, caller.id)) !== secret) throw new Problem('noSecondFactor');
        await revokeOtherSessions(trx, caller.id, caller.sessionId);
        await trx('session').where('id', caller.sessionId).update({ second_factor: true });
        return setUp(trx, doerOf(request), caller.id, secret);
      });
      return { status: 200, data: { recoveryCodes } };
    },

    removeTotp: async (request) => {
      const { caller, body } = request;
      await expectOwnPassword(deps, request, body.password, '/password');
      const { secondFactor, secondFactorRequired } = await deps.loadUser(caller.id);
      if (!secondFactor) throw new Problem('noSecondFactor');
      if (secondFactorRequired) throw new Problem('secondFactorRequired');
      await transact(db, async (trx) => {
        await lockOwnSession(trx, caller);
        await forgetTotp(trx, caller.id);
        await logAct(trx, { ...doerOf(request), act: 'secondFactorOff' });
      });
      return { status: 200, data: {} };
    },

    renewRecoveryCodes: async (request) => {
      const { caller, body } = request;
      await expectOwnPassword(deps, request, body.password, '/password');
      if (!(await secretOf(caller.id))) throw new Problem('noSecondFactor');
      const recoveryCodes = await transact(db, async (trx) => {
        await lockOwnSession(trx, caller);
        await logAct(trx, { ...doerOf(request), act: 'recoveryCodesRenewed' });
        return renewRecoveryCodes(trx, caller.id);
      });
      return { status: 200, data: { recoveryCodes } };
    },
  };

  async function secretOf(userId: number): Promise<string | null> {
    return (await db('user').where('id', userId).first('totp_secret')).totp_secret;
  }

  /** The secret that the user's last `beginTotp` gave, while it waits. */
  async function enrolmentOf(within: Database, userId: number): Promise<string | undefined> {
    const waiting = within('one_time_token').where({ purpose: 'enrolment', user_id: userId }).whereNull('used_time');
    const row = await waiting.where('expire_time', '>', new Date()).first('data');
    return row && fromJson<{ secret: string }>(row.data).secret;
  }

  async function setUp(
    trx: Transaction,
    doer: Doer,
    userId: number,
    secret: string,
  ): Promise<Schemas['RecoveryCodes']> {
    await trx('user').where('id', userId).update({ totp_secret: secret });
    await voidTokens(trx, ['enrolment', 'challenge'], userId);
    await logAct(trx, { ...doer, act: 'secondFactorOn' });
    return renewRecoveryCodes(trx, userId);
  }
}

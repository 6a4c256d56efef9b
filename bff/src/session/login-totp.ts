import { transact } from '#database';
import type { Handler } from '#http/operation-types.ts';
import { invalid } from '#http/problem.ts';
import { logAct } from '#logs/user-log.ts';
import { lookAtToken, spendToken } from './one-time-tokens.ts';
import { logRefused } from './refused-sign-in.ts';
import { guessCode, setUpTotp } from './second-factor.ts';
import { type Account, expectOpen } from './sign-in.ts';
import { type Challenge, letIn, type SignInDeps, welcome } from './sign-in-answer.ts';
import { looksLikeTotp, useRecoveryCode, useTotpCode } from './totp.ts';

const spent = () => invalid({ pointer: '/challenge', rule: 'spentToken' });

/** The second half of a sign-in that was answered 202: a code of the app, or a recovery code. */
export const loginTotp =
  (deps: SignInDeps): Handler<'loginTotp'> =>
  async ({ body, address, client, language }) => {
    const { db, settings } = deps;
    const { account, secret } = await challenged(deps, body.challenge);
    const doer = { userId: account.id, username: account.username, address, client };
    const byRecoveryCode = !looksLikeTotp(body.code);
    await guessCode(deps, secret, address, () =>
      byRecoveryCode ? useRecoveryCode(db, account.id, body.code) : useTotpCode(db, account.id, secret, body.code),
    ).catch(logRefused(db, await settings.current(), doer));
    const { token, codes } = await transact(db, async (trx) => {
      // what changes the password or the factor has the account locked, and makes the challenge void
      await trx('user').where('id', account.id).forUpdate().select('id');
      if (!(await spendToken(trx, 'challenge', body.challenge))) throw spent();
      if (byRecoveryCode) await logAct(trx, { ...doer, act: 'recoveryCodeUsed' });
      return {
        codes: account.totp_secret ? {} : { recoveryCodes: await setUpTotp(deps, trx, doer, account.id, secret) },
        token: await letIn(deps, trx, account, { address, client, language, secondFactor: true }),
      };
    });
    const { data, accessVersion } = await welcome(deps, account.id, token);
    return { status: 200, data: { ...data, ...codes }, accessVersion };
  };

type Challenged = Pick<Account, 'id' | 'username' | 'status' | 'totp_secret'>;

/** Whose sign-in waits for a code, and of which secret; throws `spentToken` where none does. */
async function challenged(
  { db, secrets }: SignInDeps,
  token: string,
): Promise<{ account: Challenged; secret: string }> {
  const held = await lookAtToken<Challenge>(db, 'challenge', token);
  const account: Challenged | undefined =
    held && (await db('user').where({ id: held.userId }).first('id', 'username', 'status', 'totp_secret'));
  if (!account) throw spent();
  expectOpen(account);
  const stored = account.totp_secret ?? held?.data.enrolment;
  if (!stored) throw spent();
  return { account, secret: secrets.fromStored(`user ${account.id}`, stored) };
}

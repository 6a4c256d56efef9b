import { type Transaction, transactWithinTimeLimit } from '#database';
import type { OperationId } from '#http/contract.ts';
import type { Handler, Handlers } from '#http/operation-types.ts';
import { invalid, Problem } from '#http/problem.ts';
import { logAct, logActorOf } from '#user-log/user-log.ts';
import { peekToken, spendToken } from './one-time-tokens.ts';
import { listOpenSessions, revokeOtherSessions, revokePreviewSessions, revokeSessions } from './sessions.ts';
import {
  assertMaySignIn,
  type Challenge,
  checkCredentials,
  completeSignIn,
  issueChallenge,
  loadSignedInUser,
  lockUnchangedAccount,
  logAndRethrowSignInError,
  type SignInAccount,
  type SignInDeps,
  signInResponse,
} from './sign-in.ts';
import { assertCodeAccepted, looksLikeTotp, setUpTotp, useRecoveryCode, useTotpCode } from './totp.ts';

export interface SessionDeps extends SignInDeps {
  demo: boolean;
}

const DEMO_ACCOUNTS = ['admin', 'editor', 'reviewer', 'viewer'].map((username) => ({
  username,
  password: 'gazetteer-demo',
}));

type SessionOperation = Extract<
  OperationId,
  'getAuthOptions' | 'login' | 'loginTotp' | 'logout' | 'listSessions' | 'endSession' | 'endOtherSessions'
>;

/** Creates the handlers of signing in and out. */
export function sessionHandlers(deps: SessionDeps): Pick<Handlers, SessionOperation> {
  const { db, settings, demo } = deps;
  return {
    getAuthOptions: async () => {
      const { registration, passwordMinLength } = await settings.current();
      return { status: 200, data: { demoAccounts: demo ? DEMO_ACCOUNTS : [], registration, passwordMinLength } };
    },

    login: async ({ body, caller, address, client, language }) => {
      const limits = await settings.current();
      const logAndRethrow = logAndRethrowSignInError(db, limits, { username: body.username, address, client });
      const account = await checkCredentials(db, limits, body, address).catch(logAndRethrow);
      const { secondFactorRequired } = await loadSignedInUser(deps, account.id).catch(logAndRethrow);
      const withUnchangedAccount = <T>(work: (trx: Transaction) => Promise<T>): Promise<T> =>
        transactWithinTimeLimit(caller, db, async (trx) => {
          await lockUnchangedAccount(trx, account);
          return work(trx);
        }).catch(logAndRethrow);
      if (account.totp_secret || secondFactorRequired)
        return { status: 202, data: await withUnchangedAccount((trx) => issueChallenge(deps, trx, account)) };
      const token = await withUnchangedAccount((trx) =>
        completeSignIn(deps, trx, account, { address, client, language, secondFactor: false }),
      );
      return { status: 200, ...(await signInResponse(deps, account.id, token)) };
    },

    loginTotp: loginTotp(deps),

    logout: async (request) => {
      const { id, sessionId, previewRoleId } = request.caller;
      await revokeSessions(db, id, sessionId);
      if (previewRoleId === null) await revokePreviewSessions(db, id);
      await logAct(db, { ...logActorOf(request), act: 'signOut' });
      return { status: 200, data: {} };
    },

    listSessions: async ({ caller }) => ({
      status: 200,
      data: { items: await listOpenSessions(db, caller.id, caller.sessionId) },
    }),

    endSession: async (request) => {
      const { caller, path } = request;
      const ended = await revokeSessions(db, caller.id, path.sessionId);
      if (ended === 0) throw new Problem('notFound');
      await logAct(db, { ...logActorOf(request), act: 'sessionEnded' });
      return { status: 200, data: {} };
    },

    endOtherSessions: async (request) => {
      const { caller } = request;
      const ended = await revokeOtherSessions(db, caller.id, caller.sessionId);
      if (ended > 0) await logAct(db, { ...logActorOf(request), act: 'sessionEnded' });
      return { status: 200, data: {} };
    },
  };
}

const spentChallengeProblem = () => invalid({ pointer: '/challenge', rule: 'spentToken' });

/** Creates the handler of the second step of a sign-in: a code of the app, or a recovery code. */
const loginTotp =
  (deps: SignInDeps): Handler<'loginTotp'> =>
  async ({ body, caller, address, client, language }) => {
    const { db, settings } = deps;
    const { account, secret } = await loadChallengedAccount(deps, body.challenge);
    const actor = { userId: account.id, username: account.username, address, client };
    const usesRecoveryCode = !looksLikeTotp(body.code);
    await assertCodeAccepted(deps, secret, address, () =>
      usesRecoveryCode ? useRecoveryCode(db, account.id, body.code) : useTotpCode(db, account.id, secret, body.code),
    ).catch(logAndRethrowSignInError(db, await settings.current(), actor));
    const { token, codes } = await transactWithinTimeLimit(caller, db, async (trx) => {
      // changes of the password or the second factor also lock the account and void the challenge
      await trx('user').where('id', account.id).forUpdate().select('id');
      if (!(await spendToken(trx, 'challenge', body.challenge))) throw spentChallengeProblem();
      if (usesRecoveryCode) await logAct(trx, { ...actor, act: 'recoveryCodeUsed' });
      return {
        codes: account.totp_secret ? {} : { recoveryCodes: await setUpTotp(deps, trx, actor, account.id, secret) },
        token: await completeSignIn(deps, trx, account, { address, client, language, secondFactor: true }),
      };
    });
    const { data, rightsHash } = await signInResponse(deps, account.id, token);
    return { status: 200, data: { ...data, ...codes }, rightsHash };
  };

type ChallengedAccount = Pick<SignInAccount, 'id' | 'username' | 'status' | 'totp_secret'>;

/** Loads the account of a challenge and the secret of its second factor. @throws Problem `spentToken` if the challenge is invalid */
async function loadChallengedAccount(
  { db, secrets }: SignInDeps,
  token: string,
): Promise<{ account: ChallengedAccount; secret: string }> {
  const content = await peekToken<Challenge>(db, 'challenge', token);
  const account: ChallengedAccount | undefined =
    content && (await db('user').where({ id: content.userId }).first('id', 'username', 'status', 'totp_secret'));
  if (!account) throw spentChallengeProblem();
  assertMaySignIn(account);
  const stored = account.totp_secret ?? content?.data.enrolment;
  if (!stored) throw spentChallengeProblem();
  return { account, secret: secrets.decryptIfEncrypted(`user ${account.id}`, stored) };
}

import { type Transaction, transact } from '#database';
import type { OperationId } from '#http/contract.ts';
import type { Handlers } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { doerOf, logAct } from '#logs/user-log.ts';
import { loginTotp } from './login-totp.ts';
import { logRefused } from './refused-sign-in.ts';
import { listOpenSessions, revokePreviews, revokeSessions } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { challenge, expectUnchanged, letIn, loadSignedIn, type SignInDeps, welcome } from './sign-in-answer.ts';

export interface SessionDeps extends SignInDeps {
  demo: boolean;
}

const demoAccounts = ['admin', 'editor', 'reviewer', 'viewer'].map((username) => ({
  username,
  password: 'gazetteer-demo',
}));

export type SessionOperation = Extract<
  OperationId,
  'getAuthOptions' | 'login' | 'loginTotp' | 'logout' | 'listSessions' | 'endSession'
>;

export function sessionHandlers(deps: SessionDeps): Pick<Handlers, SessionOperation> {
  const { db, settings, demo } = deps;
  return {
    getAuthOptions: async () => {
      const { registration, passwordMinLength } = await settings.current();
      return { status: 200, data: { demoAccounts: demo ? demoAccounts : [], registration, passwordMinLength } };
    },

    login: async ({ body, address, client, language }) => {
      const limits = await settings.current();
      const refused = logRefused(db, limits, { username: body.username, address, client });
      const account = await signIn(db, limits, body, address).catch(refused);
      const { secondFactorRequired } = await loadSignedIn(deps, account.id).catch(refused);
      const begin = <T>(what: (trx: Transaction) => Promise<T>): Promise<T> =>
        transact(db, async (trx) => {
          await expectUnchanged(trx, account);
          return what(trx);
        }).catch(refused);
      if (account.totp_secret || secondFactorRequired)
        return { status: 202, data: await begin((trx) => challenge(deps, trx, account)) };
      const token = await begin((trx) => letIn(deps, trx, account, { address, client, language, secondFactor: false }));
      return { status: 200, ...(await welcome(deps, account.id, token)) };
    },

    loginTotp: loginTotp(deps),

    logout: async (request) => {
      const { id, sessionId, previewRoleId } = request.caller;
      await revokeSessions(db, id, sessionId);
      if (previewRoleId === null) await revokePreviews(db, id);
      await logAct(db, { ...doerOf(request), act: 'signOut' });
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
      await logAct(db, { ...doerOf(request), act: 'sessionEnded' });
      return { status: 200, data: {} };
    },
  };
}

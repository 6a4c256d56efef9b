import type { KeyObject } from 'node:crypto';
import type { Database } from '#database';
import type { OperationId, Schemas } from '#http/contract.ts';
import type { Handlers } from '#http/operation-types.ts';
import { invalid, Problem } from '#http/problem.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { listOpenSessions, type Origin, openSession, revokeSessions } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { recordFailure, tooManyAttempts, tooManyFailures } from './sign-in-limits.ts';
import { signToken } from './tokens.ts';

export interface SessionDeps {
  db: Database;
  jwtSecret: KeyObject;
  demo: boolean;
  /** The user with roles and permissions, as the contract has it. */
  loadUser(id: number): Promise<Schemas['User']>;
}

const demoAccounts = ['admin', 'editor', 'reviewer', 'viewer'].map((username) => ({
  username,
  password: 'gazetteer-demo',
}));

export type SessionOperation = Extract<
  OperationId,
  'getAuthOptions' | 'login' | 'logout' | 'getProfile' | 'changePassword' | 'listSessions' | 'endSession'
>;

export function sessionHandlers({ db, jwtSecret, demo, loadUser }: SessionDeps): Pick<Handlers, SessionOperation> {
  const newToken = async (userId: number, origin: Origin) => {
    const session = await openSession(db, userId, origin);
    return signToken(jwtSecret, session.id, userId, session.expire);
  };
  return {
    getAuthOptions: async () => ({ status: 200, data: { demoAccounts: demo ? demoAccounts : [] } }),

    login: async ({ body, address, client }) => {
      const userId = await signIn(db, body.username, body.password, { address, client });
      const [token, user] = await Promise.all([newToken(userId, { address, client }), loadUser(userId)]);
      return { status: 200, data: { user, token } };
    },

    logout: async ({ caller }) => {
      await revokeSessions(db, caller.id, caller.sessionId);
      return { status: 200, data: {} };
    },

    getProfile: async ({ caller }) => ({ status: 200, data: await loadUser(caller.id) }),

    changePassword: async ({ body, caller, address, client }) => {
      const attempt = { account: caller.username.toLowerCase(), address };
      if (await tooManyFailures(db, attempt)) throw tooManyAttempts();
      const { password_hash } = await db('user').where('id', caller.id).first('password_hash');
      if (!(await checkPassword(password_hash, body.oldPassword))) {
        await recordFailure(db, attempt);
        throw invalid({ pointer: '/oldPassword', rule: 'wrongPassword' });
      }
      if (body.newPassword === body.oldPassword) throw invalid({ pointer: '/newPassword', rule: 'sameAsOld' });
      await db('user')
        .where('id', caller.id)
        .update({ password_hash: await hashPassword(body.newPassword) });
      await revokeSessions(db, caller.id);
      return { status: 200, data: { token: await newToken(caller.id, { address, client }) } };
    },

    listSessions: async ({ caller }) => ({
      status: 200,
      data: { items: await listOpenSessions(db, caller.id, caller.sessionId) },
    }),

    endSession: async ({ caller, path }) => {
      const ended = await revokeSessions(db, caller.id, path.sessionId);
      if (ended === 0) throw new Problem('notFound');
      return { status: 200, data: {} };
    },
  };
}

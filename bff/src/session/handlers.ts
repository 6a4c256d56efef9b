import type { KeyObject } from 'node:crypto';
import { type Database, transact } from '#database';
import type { OperationId, Schemas } from '#http/contract.ts';
import type { Handlers } from '#http/operation-types.ts';
import { invalid, Problem } from '#http/problem.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { listOpenSessions, type Origin, openSession, revokeSessions } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { guess } from './sign-in-limits.ts';
import { signToken } from './tokens.ts';

export interface SessionDeps {
  db: Database;
  jwtSecret: KeyObject;
  demo: boolean;
  /** The user with roles and permissions, as the contract has it. */
  loadUser(id: number): Promise<Schemas['User']>;
  /** Another value whenever the user's roles or permissions are others. */
  accessVersionOf(user: Schemas['User']): string;
}

const demoAccounts = ['admin', 'editor', 'reviewer', 'viewer'].map((username) => ({
  username,
  password: 'gazetteer-demo',
}));

export type SessionOperation = Extract<
  OperationId,
  'getAuthOptions' | 'login' | 'logout' | 'getProfile' | 'changePassword' | 'listSessions' | 'endSession'
>;

export function sessionHandlers({
  db,
  jwtSecret,
  demo,
  loadUser,
  accessVersionOf,
}: SessionDeps): Pick<Handlers, SessionOperation> {
  const newToken = async (within: Database, userId: number, origin: Origin) => {
    const session = await openSession(within, userId, origin);
    return signToken(jwtSecret, session.id, userId, session.expire);
  };
  return {
    getAuthOptions: async () => ({ status: 200, data: { demoAccounts: demo ? demoAccounts : [] } }),

    login: async ({ body, address, client }) => {
      const userId = await signIn(db, body.username, body.password, { address, client });
      const [token, user] = await Promise.all([newToken(db, userId, { address, client }), loadUser(userId)]);
      return { status: 200, data: { user, token }, accessVersion: accessVersionOf(user) };
    },

    logout: async ({ caller }) => {
      await revokeSessions(db, caller.id, caller.sessionId);
      return { status: 200, data: {} };
    },

    getProfile: async ({ caller }) => ({ status: 200, data: await loadUser(caller.id) }),

    changePassword: async ({ body, caller, address, client }) => {
      const { password_hash } = await db('user').where('id', caller.id).first('password_hash');
      const attempt = { account: caller.username, address };
      const right = await guess(db, attempt, caller.id, () => checkPassword(password_hash, body.oldPassword));
      if (!right) throw invalid({ pointer: '/oldPassword', rule: 'wrongPassword' });
      if (body.newPassword === body.oldPassword) throw invalid({ pointer: '/newPassword', rule: 'sameAsOld' });
      const changed = { password_hash: await hashPassword(body.newPassword) };
      const token = await transact(db, async (trx) => {
        await trx('user').where('id', caller.id).update(changed);
        await revokeSessions(trx, caller.id);
        return newToken(trx, caller.id, { address, client });
      });
      return { status: 200, data: { token } };
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

import type { Database } from '#database';
import type { OperationId } from '#http/contract.ts';
import type { Handlers } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { listOpenSessions } from '#session/sessions.ts';
import type { Account } from './account.ts';
import { deleteUser } from './delete-user.ts';
import { inviteAgain } from './invite.ts';
import { listUsers } from './list-users.ts';
import { findUser } from './lock-user.ts';
import { createUser, updateUser } from './save-user.ts';
import { removeSecondFactor, signOutUser } from './sign-out-user.ts';
import { transitionUser } from './transition-user.ts';

export type UserOperation = Extract<
  OperationId,
  | 'listUsers'
  | 'createUser'
  | 'getUser'
  | 'updateUser'
  | 'deleteUser'
  | 'transitionUser'
  | 'inviteUser'
  | 'listUserSessions'
  | 'endUserSessions'
  | 'endUserSession'
  | 'removeUserTotp'
>;

const done = { status: 200 as const, data: {} };

const answer = <S extends 200 | 201>(status: S, record: Account) => ({
  status,
  data: { record },
  version: record.version,
});

/** Users and what an administrator does with them. */
export const userHandlers = ({ db }: { db: Database }): Pick<Handlers, UserOperation> => ({
  listUsers: async ({ query, caller }) => ({ status: 200, data: await listUsers(db, query, caller) }),

  createUser: async (request) => answer(201, await createUser(db, request)),

  getUser: async ({ path, caller }) => answer(200, await findUser(db, path.id, caller)),

  updateUser: async (request) => answer(200, await updateUser(db, request)),

  deleteUser: async (request) => {
    await deleteUser(db, request);
    return done;
  },

  transitionUser: async (request) => answer(200, await transitionUser(db, request)),

  inviteUser: async (request) => {
    await inviteAgain(db, request);
    return done;
  },

  listUserSessions: async ({ path, caller }) => {
    const { id } = await findUser(db, path.id, caller);
    return { status: 200, data: { items: await listOpenSessions(db, id, caller.sessionId) } };
  },

  endUserSessions: async (request) => {
    await signOutUser(db, request);
    return done;
  },

  endUserSession: async (request) => {
    if ((await signOutUser(db, request)) === 0) throw new Problem('notFound');
    return done;
  },

  removeUserTotp: async (request) => {
    await removeSecondFactor(db, request);
    return done;
  },
});

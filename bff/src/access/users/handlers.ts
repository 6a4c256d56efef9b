import {
  type Account,
  expectRemainingAdministrator,
  findUser,
  lockManageableUser,
  userLogTarget,
  writeNextVersion,
} from '#access/accounts.ts';
import { type Database, transactWithinTimeLimit } from '#database';
import type { OperationId } from '#http/contract.ts';
import type { Handlers, Request } from '#http/operation-types.ts';
import { expectVersionIfGiven } from '#http/precondition.ts';
import { Problem } from '#http/problem.ts';
import { listOpenSessions, revokeSessions } from '#session/sessions.ts';
import { removeTotp } from '#session/totp.ts';
import { logAct, logActorOf } from '#user-log/user-log.ts';
import { listUsers } from './list-users.ts';
import { transitionUser } from './transition-user.ts';
import { createUser, inviteAgain, updateUser } from './write-user.ts';

type UserOperation = Extract<
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

const EMPTY_RESPONSE = { status: 200 as const, data: {} };

const toUserResponse = <S extends 200 | 201>(status: S, record: Account) => ({
  status,
  data: { record },
  version: record.version,
});

/** Creates the handlers of user administration. */
export const userHandlers = ({ db }: { db: Database }): Pick<Handlers, UserOperation> => ({
  listUsers: async ({ query, caller }) => ({ status: 200, data: await listUsers(db, query, caller) }),

  createUser: async (request) => toUserResponse(201, await createUser(db, request)),

  getUser: async ({ path, caller }) => toUserResponse(200, await findUser(db, path.id, caller)),

  updateUser: async (request) => toUserResponse(200, await updateUser(db, request)),

  deleteUser: async (request) => {
    await deleteUser(db, request);
    return EMPTY_RESPONSE;
  },

  transitionUser: async (request) => toUserResponse(200, await transitionUser(db, request)),

  inviteUser: async (request) => {
    await inviteAgain(db, request);
    return EMPTY_RESPONSE;
  },

  listUserSessions: async ({ path, caller }) => {
    const { id } = await findUser(db, path.id, caller);
    return { status: 200, data: { items: await listOpenSessions(db, id, caller.sessionId) } };
  },

  endUserSessions: async (request) => {
    await signOutUser(db, request);
    return EMPTY_RESPONSE;
  },

  endUserSession: async (request) => {
    if ((await signOutUser(db, request)) === 0) throw new Problem('notFound');
    return EMPTY_RESPONSE;
  },

  removeUserTotp: async (request) => {
    await removeSecondFactor(db, request);
    return EMPTY_RESPONSE;
  },
});

/** Deletes a user with sessions, tokens, roles and notices of rejections; the logs and proposals keep the name. */
const deleteUser = (db: Database, request: Request<'deleteUser'>): Promise<void> =>
  transactWithinTimeLimit(request.caller, db, async (trx) => {
    const account = expectVersionIfGiven(request.ifMatch, await lockManageableUser(trx, request));
    if (account.id === request.caller.id) throw new Problem('ownAccount');
    await trx('user').where('id', account.id).delete();
    // unlike the other rows, notices have no foreign key that deletes them
    await trx('review_notice').where('user_id', account.id).delete();
    await expectRemainingAdministrator(trx, account);
    await logAct(trx, { act: 'userDeleted', ...logActorOf(request), target: userLogTarget(account) });
  });

/** Ends all sessions of a user or a single one; returns how many were open. */
const signOutUser = (
  db: Database,
  request: Omit<Request<'endUserSessions'>, 'path'> & { path: { id: number; sessionId?: string } },
): Promise<number> =>
  transactWithinTimeLimit(request.caller, db, async (trx) => {
    const account = await lockManageableUser(trx, request);
    const count = await revokeSessions(trx, account.id, request.path.sessionId);
    const entry = { ...logActorOf(request), target: userLogTarget(account), details: { count } };
    if (count > 0) await logAct(trx, { act: 'userSessionsEnded', ...entry });
    return count;
  });

/** Removes a lost second factor and signs the user out. Users remove their own in their profile, with their password. */
const removeSecondFactor = (db: Database, request: Request<'removeUserTotp'>): Promise<void> =>
  transactWithinTimeLimit(request.caller, db, async (trx) => {
    const account = await lockManageableUser(trx, request);
    if (account.id === request.caller.id) throw new Problem('ownAccount');
    if (!account.secondFactor) throw new Problem('noSecondFactor');
    await writeNextVersion(trx, account, request.caller);
    await removeTotp(trx, account.id);
    await revokeSessions(trx, account.id);
    await logAct(trx, { act: 'userSecondFactorRemoved', ...logActorOf(request), target: userLogTarget(account) });
  });

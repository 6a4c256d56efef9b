import { randomUUID } from 'node:crypto';
import { type Account, currentTime, type MockData, nextId, type Session } from '../data.ts';
import { isDownload } from '../examples.ts';
import { type FieldFault, forbidden, invalid, notFound, Refusal } from '../refusal.ts';
import { type Caller, type Handlers, type MockAnswer, ok } from '../request.ts';
import type { FindRoute } from '../routes.ts';
import { accessVersion, callerOf, endSessions, isNamed, openSession, toUser } from './access.ts';
import { preferencesOf } from './preferences.ts';

const SESSION_HOURS = 8;
const MAX_FAILURES = 10;

const STATUS_KEYS: Record<string, string> = {
  pending: 'accountPending',
  inactive: 'accountInactive',
  rejected: 'accountRejected',
};

/** Returns a session as lists show it. */
export const toSessionItem = ({ id, createTime, client }: Session, current: boolean) => ({
  id,
  createTime,
  lastSeen: createTime,
  expireTime: new Date(Date.parse(createTime) + SESSION_HOURS * 3_600_000).toISOString(),
  address: '127.0.0.1',
  client,
  current,
});

/** Signing in and out, the caller's own account and sessions, and new accounts. */
export function sessionHandlers(data: MockData, permissionNames: string[], findRoute: FindRoute): Handlers {
  const failures = new Map<string, number>();
  const signIn = (account: Account): MockAnswer => {
    const session = openSession(data, account);
    account.lastSeen = session.createTime;
    const { theme, language } = preferencesOf(data, account.id);
    const user = toUser(data, permissionNames, { account, session });
    return ok({ user, token: session.token, appearance: { theme, language } });
  };
  return {
    login: ({ body }) => {
      const name = String(body.username).toLowerCase();
      if ((failures.get(name) ?? 0) >= MAX_FAILURES) throw new Refusal(429, 'tooManyRequests');
      const account = data.accounts.find((candidate) => isNamed(candidate, name));
      if (!account || account.password !== body.password) {
        failures.set(name, (failures.get(name) ?? 0) + 1);
        throw new Refusal(422, 'invalidCredentials');
      }
      const key = STATUS_KEYS[account.status];
      if (key) throw new Refusal(403, key);
      const answer = signIn(account);
      const { token } = answer.data as { token: string }; // Cast: the data of the answer above.
      const caller = callerOf(data, token);
      return { ...answer, ...(caller && { headers: accessHeaders(data, caller) }) };
    },
    loginTotp: () => {
      throw invalid({ pointer: '/challenge', rule: 'spentToken' });
    },
    register: ({ body }) => register(data, body),
    getInvitation: () => {
      throw invalid({ pointer: '/token', rule: 'spentToken' });
    },
    forgotPassword: () => ({ status: 202, data: {} }),
    resetPassword: () => {
      throw invalid({ pointer: '/token', rule: 'spentToken' });
    },
    logout: ({ caller: { session } }) => {
      endSessions(data, ({ id }) => id === session.id);
      return ok({});
    },
    getProfile: ({ caller }) => ({
      ...ok(toUser(data, permissionNames, caller)),
      headers: accessHeaders(data, caller),
    }),
    updateProfile: ({ body, caller }) => {
      const { account } = caller;
      if (body.email !== account.email) {
        if (body.password === undefined) throw invalid({ pointer: '/password', rule: 'required' });
        if (body.password !== account.password) throw invalid({ pointer: '/password', rule: 'wrongPassword' });
      }
      account.displayName = String(body.displayName);
      account.email = String(body.email);
      return ok(toUser(data, permissionNames, caller));
    },
    changePassword: ({ body, caller: { account } }) => {
      if (body.oldPassword !== account.password) throw invalid({ pointer: '/oldPassword', rule: 'wrongPassword' });
      if (body.newPassword === account.password) throw invalid({ pointer: '/newPassword', rule: 'sameAsOld' });
      if (containsName(body.newPassword, account)) throw invalid({ pointer: '/newPassword', rule: 'containsName' });
      account.password = String(body.newPassword);
      endSessions(data, ({ userId }) => userId === account.id);
      return ok({ token: openSession(data, account).token });
    },
    listSessions: ({ caller: { account, session } }) => ok({ items: sessionItems(data, account.id, session.id) }),
    endOtherSessions: ({ caller: { account, session } }) => {
      endSessions(data, ({ id, userId }) => userId === account.id && id !== session.id);
      return ok({});
    },
    endSession: ({ caller: { account }, path }) => {
      assertSession(data, account.id, path.sessionId);
      endSessions(data, ({ id }) => id === path.sessionId);
      return ok({});
    },
    createTicket: ({ body, caller }) => {
      const path = String(body.path);
      const operation = findRoute('get', path.replace(/\?.*/, ''))?.operation;
      if (!operation || !isDownload(operation)) throw invalid({ pointer: '/path', rule: 'enum' });
      const { permission = 'signed-in' } = operation;
      if (permission !== 'signed-in' && !caller.may(permission)) throw forbidden(permission);
      const ticket = randomUUID();
      data.tickets.set(ticket, { token: caller.session.token, path });
      const expireTime = new Date(Date.now() + 60_000).toISOString();
      return { status: 201, data: { ticket, expireTime } };
    },
  };
}

const accessHeaders = (data: MockData, caller: Caller) => ({ 'x-access-version': accessVersion(data, caller) });

/** Returns the sessions of a user, the newest first. */
export const sessionItems = ({ sessions }: MockData, userId: number, currentId?: string) =>
  sessions
    .filter((session) => session.userId === userId && !session.previewOf)
    .toReversed()
    .map((session) => toSessionItem(session, session.id === currentId));

/** @throws Refusal 404 if the user has no such session */
export function assertSession({ sessions }: MockData, userId: number, sessionId: string | undefined): void {
  if (!sessions.some((session) => session.id === sessionId && session.userId === userId)) throw notFound();
}

const containsName = (password: unknown, { username, email }: Pick<Account, 'username' | 'email'>): boolean =>
  [username, email].some((name) => String(password).toLowerCase().includes(name.toLowerCase()));

function register(data: MockData, body: Record<string, unknown>): MockAnswer {
  const faults: FieldFault[] = [
    ...(data.accounts.some((account) => isNamed(account, String(body.username)))
      ? [{ pointer: '/username', rule: 'taken' }]
      : []),
    ...(containsName(body.password, { username: String(body.username), email: String(body.email) })
      ? [{ pointer: '/password', rule: 'containsName' }]
      : []),
    ...(body.invite || body.setup ? [{ pointer: body.invite ? '/invite' : '/setup', rule: 'spentToken' }] : []),
  ];
  if (faults.length > 0) throw invalid(...faults);
  const sent = body as Pick<Account, 'username' | 'email' | 'displayName' | 'password'>; // Cast: validated by Prism.
  data.accounts.push(newAccount(data, { ...sent, status: 'pending' }, sent.username));
  return { status: 202, data: { status: 'pending' } };
}

/** Returns a new account with the next id. */
export function newAccount(data: MockData, values: Partial<Account>, actor: string): Account {
  const time = currentTime();
  return {
    id: nextId(data, 'user'),
    username: '',
    displayName: '',
    email: '',
    status: 'invited',
    roles: [],
    password: null,
    reason: null,
    lastSeen: null,
    version: 1,
    createTime: time,
    updateTime: time,
    createdBy: actor,
    updatedBy: actor,
    ...values,
  };
}

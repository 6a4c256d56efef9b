import type { Contract } from '../../contract/types.ts';
import { type Account, currentTime, type MockData } from '../data.ts';
import { conflict, type FieldFault, invalid, notFound } from '../refusal.ts';
import {
  type Caller,
  expectExplicitVersion,
  expectVersion,
  expectVersionIfNamed,
  type Handlers,
  idIn,
  type MockRequest,
  ok,
  pageOf,
} from '../request.ts';
import { endSessions, isAdministrator, isNamed, rolesOf } from './access.ts';
import { compareTexts } from './roles.ts';
import { assertSession, newAccount, sessionItems } from './session.ts';

const AGE_DAYS: Record<string, [number, number]> = {
  day: [0, 1],
  week: [1, 7],
  month: [7, 30],
  longer: [30, Number.POSITIVE_INFINITY],
};

/** The accounts of all users. */
export function userHandlers(data: MockData, contract: Contract): Handlers {
  const transitions = contract.components.schemas.UserEvent?.['x-transitions'] ?? {};

  const toAccount = ({ password: _, roles: names, ...account }: Account) => {
    const roles = rolesOf(data, names);
    const openSessions = data.sessions.filter(({ userId, previewOf }) => userId === account.id && !previewOf).length;
    return {
      ...account,
      roles: roles.map(({ id, name, displayName }) => ({ id, name, displayName })),
      administrator: roles.some(isAdministrator),
      withinReach: true,
      secondFactor: false,
      openSessions,
    };
  };

  const find = (request: MockRequest): Account => {
    const account = data.accounts.find(({ id }) => id === idIn(request));
    if (!account) throw notFound();
    return account;
  };

  function save(account: Account, changes: Partial<Account>, { account: { username } }: Caller) {
    const version = { version: account.version + 1, updateTime: currentTime(), updatedBy: username };
    Object.assign(account, changes, version);
    return ok({ record: toAccount(account) }, account.version);
  }

  function assertRoles(names: string[]): void {
    const unknown = names.flatMap((name, index) =>
      data.roles.some((role) => role.name === name) ? [] : [{ pointer: `/roles/${index}`, rule: 'unknownRole' }],
    );
    if (unknown.length > 0) throw invalid(...unknown);
  }

  /** @throws Refusal 409 if nobody else is an active administrator */
  function assertAnotherAdministrator(account: Account): void {
    const isActiveAdministrator = ({ status, roles }: Account) =>
      status === 'active' && rolesOf(data, roles).some(isAdministrator);
    const others = data.accounts.filter((other) => other !== account && isActiveAdministrator(other));
    if (isActiveAdministrator(account) && others.length === 0) throw conflict('lastAdministrator');
  }

  const takenFaults = (body: Record<string, unknown>, account?: Account): FieldFault[] =>
    ['username', 'email'].flatMap((name) =>
      data.accounts.some((other) => other !== account && isNamed(other, String(body[name])))
        ? [{ pointer: `/${name}`, rule: 'taken' }]
        : [],
    );

  return {
    listUsers: ({ query }) => {
      const found = data.accounts.filter((account) => matches(account, query));
      const counts: Record<string, number> = {};
      for (const { status } of found) counts[status] = (counts[status] ?? 0) + 1;
      const shown = found
        .filter(({ status }) => !query.status || status === query.status)
        .toSorted((a, b) => compareTexts(a, b, query.sort ?? 'username'));
      return ok({ ...pageOf(shown.map(toAccount), query), counts });
    },
    createUser: ({ body, caller }) => {
      const faults = takenFaults(body);
      if (faults.length > 0) throw invalid(...faults);
      assertRoles(body.roles as string[]); // Cast: validated by Prism.
      const account = newAccount(data, body as Partial<Account>, caller.account.username); // Cast: likewise.
      data.accounts.push(account);
      return { status: 201, data: { record: toAccount(account) }, version: 1 };
    },
    getUser: (request) => {
      const account = find(request);
      return ok({ record: toAccount(account) }, account.version);
    },
    updateUser: (request) => {
      const { body, caller, ifMatch } = request;
      const account = find(request);
      expectVersionIfNamed(ifMatch, { ...toAccount(account), version: account.version });
      if (body.username !== account.username) throw invalid({ pointer: '/username', rule: 'fixed' });
      const faults = takenFaults(body, account);
      if (faults.length > 0) throw invalid(...faults);
      const roles = body.roles as string[]; // Cast: validated by Prism.
      assertRoles(roles);
      if (!rolesOf(data, roles).some(isAdministrator)) assertAnotherAdministrator(account);
      if (account === caller.account && body.email !== account.email) throw conflict('ownAccount');
      return save(account, body as Partial<Account>, caller);
    },
    deleteUser: (request) => {
      const account = find(request);
      expectVersionIfNamed(request.ifMatch, toAccount(account));
      if (account === request.caller.account) throw conflict('ownAccount');
      data.accounts = data.accounts.filter((other) => other !== account);
      endSessions(data, ({ userId }) => userId === account.id);
      return ok({});
    },
    transitionUser: (request) => {
      const { body, caller, ifMatch } = request;
      const { event, reason, roles } = body as { event: string; reason?: string; roles?: string[] }; // Cast: validated.
      if (event === 'approve' || event === 'reject') expectExplicitVersion(ifMatch);
      const account = find(request);
      expectVersion(ifMatch, toAccount(account));
      if (roles && event !== 'approve') throw invalid({ pointer: '/roles', rule: 'notWithEvent' });
      const transition = transitions[event];
      if (!transition?.from.includes(account.status)) throw conflict('invalidTransition');
      if (event === 'deactivate') {
        if (account === caller.account) throw conflict('ownAccount');
        assertAnotherAdministrator(account);
        endSessions(data, ({ userId }) => userId === account.id);
      }
      if (roles) assertRoles(roles);
      return save(account, { status: transition.to, reason: reason ?? null, ...(roles && { roles }) }, caller);
    },
    inviteUser: (request) => {
      if (find(request).status !== 'invited') throw conflict('invalidTransition');
      return ok({});
    },
    listUserSessions: (request) => ok({ items: sessionItems(data, find(request).id, request.caller.session.id) }),
    endUserSessions: (request) => {
      const { id } = find(request);
      endSessions(data, ({ userId }) => userId === id);
      return ok({});
    },
    endUserSession: (request) => {
      assertSession(data, find(request).id, request.path.sessionId);
      endSessions(data, ({ id }) => id === request.path.sessionId);
      return ok({});
    },
    removeUserTotp: (request) => {
      find(request);
      throw conflict('noSecondFactor');
    },
  };
}

function matches({ username, displayName, email, roles, lastSeen }: Account, query: Record<string, string>): boolean {
  const { q = '', role, lastSeen: age, secondFactor } = query;
  const part = q.toLowerCase();
  if (![username, displayName, email].some((text) => text.toLowerCase().includes(part))) return false;
  if (role && !roles.includes(role)) return false;
  if (secondFactor === 'true') return false;
  if (age === undefined) return true;
  if (age === 'never' || lastSeen === null) return age === 'never' && lastSeen === null;
  const days = (Date.now() - Date.parse(lastSeen)) / 86_400_000;
  const [from, below] = AGE_DAYS[age] ?? [0, 0];
  return days < below && (from === 0 || days >= from);
}

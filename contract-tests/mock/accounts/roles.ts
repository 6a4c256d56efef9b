import { operationsOf } from '../../contract/operations.ts';
import type { Contract } from '../../contract/types.ts';
import { type Account, currentTime, type MockData, nextId, type Role } from '../data.ts';
import { conflict, invalid, notFound } from '../refusal.ts';
import { expectVersion, type Handlers, idIn, type MockRequest, ok, pageOf } from '../request.ts';
import { isAdministrator, openSession, rolesOf, toUser } from './access.ts';

type RoleBody = Pick<Role, 'name' | 'displayName' | 'permissions'> & Partial<Pick<Role, 'description'>>;

/** Compares by a column, with `-` before it for the other direction; nothing comes first. */
export function compareTexts(a: object, b: object, column: string): number {
  const name = column.replace('-', '');
  const [left, right] = [a, b].map((each) => Reflect.get(each, name) ?? '');
  const order = typeof left === 'number' ? left - right : String(left).localeCompare(String(right));
  return column.startsWith('-') ? -order : order;
}

/** Roles and their permissions. */
export function roleHandlers(data: MockData, contract: Contract, permissionNames: string[]): Handlers {
  const holders = ({ name }: Role): Account[] => data.accounts.filter(({ roles }) => roles.includes(name));
  const toAnswer = (role: Role) => ({
    ...role,
    administrator: isAdministrator(role),
    withinReach: true,
    people: holders(role).length,
  });
  const find = (request: MockRequest): Role => {
    const role = data.roles.find(({ id }) => id === idIn(request));
    if (!role) throw notFound();
    return role;
  };
  function assertFree(name: string, role?: Role): void {
    if (data.roles.some((other) => other !== role && other.name === name))
      throw invalid({ pointer: '/name', rule: 'taken' });
  }
  return {
    listRoles: ({ query }) => {
      const { q = '', permission, sort = 'name' } = query;
      const part = q.toLowerCase();
      const found = data.roles
        .filter(({ name, displayName }) => [name, displayName].some((text) => text.toLowerCase().includes(part)))
        .filter((role) => !permission || isAdministrator(role) || role.permissions.includes(permission))
        .map(toAnswer);
      return ok(
        pageOf(
          found.toSorted((a, b) => compareTexts(a, b, sort)),
          query,
        ),
      );
    },
    createRole: ({ body, caller }) => {
      const sent = body as unknown as RoleBody; // Cast: validated by Prism.
      assertFree(sent.name);
      const time = currentTime();
      const { username } = caller.account;
      const created = { version: 1, createTime: time, updateTime: time, createdBy: username, updatedBy: username };
      const role: Role = { id: nextId(data, 'role'), description: null, ...sent, ...created };
      data.roles.push(role);
      return { status: 201, data: { record: toAnswer(role) }, version: 1 };
    },
    getRole: (request) => {
      const role = find(request);
      return ok({ record: toAnswer(role) }, role.version);
    },
    updateRole: (request) => {
      const role = find(request);
      expectVersion(request.ifMatch, toAnswer(role));
      const sent = request.body as unknown as RoleBody; // Cast: validated by Prism.
      assertFree(sent.name, role);
      if (isAdministrator(role) && !isAdministrator(sent)) assertOtherAdministrators(data, role);
      for (const { roles } of holders(role)) roles.splice(roles.indexOf(role.name), 1, sent.name);
      const version = {
        version: role.version + 1,
        updateTime: currentTime(),
        updatedBy: request.caller.account.username,
      };
      Object.assign(role, sent, version);
      return ok({ record: toAnswer(role) }, role.version);
    },
    deleteRole: (request) => {
      const role = find(request);
      expectVersion(request.ifMatch, toAnswer(role));
      const people = holders(role).length;
      if (people > 0) throw conflict('roleInUse', { parameters: { count: people } });
      data.roles = data.roles.filter((other) => other !== role);
      return ok({});
    },
    getRoleEffect: (request) => {
      const role = find(request);
      const active = holders(role).filter(({ status }) => status === 'active');
      const { permissions } = request.body as unknown as RoleBody; // Cast: validated by Prism.
      const names = active.map(({ username }) => username).slice(0, 10);
      const effects = (changed: string[]) =>
        active.length === 0 ? [] : changed.map((permission) => ({ permission, people: active.length, names }));
      return ok({
        people: active.length,
        gains: effects(permissions.filter((permission) => !role.permissions.includes(permission))),
        losses: effects(role.permissions.filter((permission) => !permissions.includes(permission))),
      });
    },
    previewRole: (request) => {
      const { account } = request.caller;
      const session = openSession(data, account, find(request).name);
      return { status: 201, data: { token: session.token, user: toUser(data, permissionNames, { account, session }) } };
    },
    listPermissions: () =>
      ok({ items: permissionNames.map((name) => ({ ...permissionItem(contract, name), ...holdersOf(data, name) })) }),
  };
}

function assertOtherAdministrators({ accounts, roles }: MockData, role: Role): void {
  const others = roles.filter((other) => other !== role && isAdministrator(other)).map(({ name }) => name);
  if (!accounts.some((account) => account.status === 'active' && account.roles.some((name) => others.includes(name))))
    throw conflict('lastAdministrator');
}

function holdersOf(data: MockData, permission: string) {
  const roles = data.roles.filter((role) => isAdministrator(role) || role.permissions.includes(permission));
  const people = data.accounts.filter(
    (account) => account.status === 'active' && rolesOf(data, account.roles).some((role) => roles.includes(role)),
  );
  return { roles: roles.map(({ id, name, displayName }) => ({ id, name, displayName })), people: people.length };
}

/** Returns the pages and operations that ask for a permission. */
function permissionItem(contract: Contract, name: string) {
  const [tag, verb] = name.split(':');
  const operations = operationsOf(contract).flatMap(({ id, method, path, summary, permission, tag: ownTag }) => {
    const item = { id, method, path, summary };
    if (permission === name) return [item];
    if (permission !== 'by-event' || ownTag !== tag) return [];
    const events = Object.entries(contract['x-transitions']).filter((entry) => entry[1].permission === verb);
    return events.length > 0 ? [{ ...item, events: events.map(([event]) => event) }] : [];
  });
  const route = verb === 'read' && contract.tags.find((candidate) => candidate.name === tag)?.['x-route'];
  return { name, routes: route ? [route] : [], operations };
}

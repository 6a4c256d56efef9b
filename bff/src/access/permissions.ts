import type { Database } from '#database';
import { eventsInBodyOf, permissionForEvent } from '#http/caller.ts';
import { allOperations, contract, type Operation, type Schemas } from '#http/contract.ts';
import type { Handlers } from '#http/operation-types.ts';
import { effectivePermissions, type PermissionName, permissionNames, readRightsByRole } from './rights.ts';

type Permission = Schemas['Permission'];
type RoleReference = Schemas['RoleReference'];

export const permissionHandlers = ({ db }: { db: Database }): Pick<Handlers, 'listPermissions'> => ({
  listPermissions: async () => ({ status: 200, data: { items: await listPermissions(db) } }),
});

type PermissionScope = Pick<Permission, 'name' | 'routes' | 'operations'>;

let scopesCache: PermissionScope[] | undefined;

/** Lists the routes and operations of each permission. */
function listPermissionScopes(): PermissionScope[] {
  scopesCache ??= permissionNames.map((name) => ({
    name,
    routes: routesOf(name),
    operations: operationsOf(name),
  }));
  return scopesCache;
}

/** Lists all permissions in the order of the contract. The number of statements does not depend on the number of users and roles. */
async function listPermissions(db: Database): Promise<Permission[]> {
  const roles: RoleReference[] = await db('role').orderBy('name').select('id', 'name', 'display_name as displayName');
  const rightsByRole = await readRightsByRole(
    db,
    roles.map(({ id }) => id),
  );
  const people = await readActiveHolders(db);
  const permissionsByRole = new Map([...rightsByRole].map(([id, rights]) => [id, effectivePermissions(rights)]));
  return listPermissionScopes().map((permission) => {
    const grantingRoles = roles.filter(({ id }) => permissionsByRole.get(id)?.has(permission.name));
    const holders = new Set(grantingRoles.flatMap(({ id }) => people.get(id) ?? []));
    return { ...permission, roles: grantingRoles, people: holders.size };
  });
}

/** Reads the ids of active users by role id. */
async function readActiveHolders(db: Database): Promise<Map<number, number[]>> {
  const pairs: { role_id: number; user_id: number }[] = await db('user_role')
    .join('user', 'user.id', 'user_role.user_id')
    .where('user.status', 'active')
    .select('user_role.role_id', 'user_role.user_id');
  const people = new Map<number, number[]>();
  for (const { role_id, user_id } of pairs) {
    const holders = people.get(role_id);
    if (holders) holders.push(user_id);
    else people.set(role_id, [user_id]);
  }
  return people;
}

/**
 * Returns the pages that ask for a permission: the page of a tag asks for its `read` permission. That of imports, for which there is none,
 * asks for the permission to import some entity.
 */
function routesOf(permission: PermissionName): string[] {
  const tags: { name: string; 'x-route'?: string }[] = contract.tags;
  return tags.flatMap(({ name, 'x-route': route }) => {
    const asks = permission === `${name}:read` || (name === 'import' && permission.endsWith(':import'));
    return route && asks ? [route] : [];
  });
}

function operationsOf(permission: PermissionName): Permission['operations'] {
  return allOperations.flatMap((operation) => {
    const { id, method, path, summary } = operation;
    const events = eventsRequiring(operation, permission);
    if (operation.permission !== permission && events.length === 0) return [];
    return [{ id, method: method.toUpperCase(), path, summary, ...(events.length > 0 ? { events } : {}) }];
  });
}

function eventsRequiring(operation: Operation, permission: PermissionName): string[] {
  return eventsInBodyOf(operation).filter((event) => permissionForEvent(operation.tag, event) === permission);
}

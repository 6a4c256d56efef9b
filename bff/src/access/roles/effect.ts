import { allOf, type PermissionName } from '#access/permission-names.ts';
import { holdingsOfUsers } from '#access/reach.ts';
import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { findRole, holdingAfter, type RoleBody } from './role.ts';

interface Holder {
  username: string;
  /** What other roles give them. */
  otherwise: Set<PermissionName>;
}

const mostNames = 10;

/** What a change of the role gives and takes, and to or from whom, by as many statements however many people have it. */
export async function roleEffect(db: Database, id: number, body: RoleBody, caller: Caller) {
  const role = await findRole(db, id, caller);
  const holders = await activeHolders(db, id);
  const [before, after] = [allOf(role), allOf(holdingAfter(caller, body, role))];
  return {
    people: holders.length,
    gains: effects(
      [...after].filter((name) => !before.has(name)),
      holders,
    ),
    losses: effects(
      [...before].filter((name) => !after.has(name)),
      holders,
    ),
  };
}

/** By user name. */
async function activeHolders(db: Database, roleId: number): Promise<Holder[]> {
  const users: { id: number; username: string }[] = await db('user')
    .join('user_role', 'user_role.user_id', 'user.id')
    .where({ 'user_role.role_id': roleId, 'user.status': 'active' })
    .orderBy('user.username')
    .select('user.id', 'user.username');
  const ids = users.map(({ id }) => id);
  const holdings = await holdingsOfUsers(db, ids, { without: roleId });
  return users.map(({ id, username }) => {
    const holding = holdings.get(id) ?? { administrator: false, permissions: [] };
    return { username, otherwise: allOf(holding) };
  });
}

/** Each permission with those of the holders whom no other role gives it. */
const effects = (permissions: PermissionName[], holders: Holder[]): Schemas['PermissionEffects'] =>
  permissions.map((permission) => {
    const names = holders.filter(({ otherwise }) => !otherwise.has(permission)).map(({ username }) => username);
    return { permission, people: names.length, names: names.slice(0, mostNames) };
  });

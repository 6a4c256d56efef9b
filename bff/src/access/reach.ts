import type { Database, Transaction } from '#database';
import type { Caller } from '#http/operation-types.ts';
import { type FieldProblem, Problem } from '#http/problem.ts';
import { isAdministrator } from './administrator.ts';

/** What a role gives, or a user's roles together. */
export interface Holding {
  administrator: boolean;
  permissions: Iterable<string>;
}

/** What the caller does not hold of it: nobody gives or manages more than they hold. Undefined where nothing is lacking. */
export function beyond(caller: Caller, holding: Holding): { permission?: string } | undefined {
  if (caller.administrator) return undefined;
  if (holding.administrator) return {};
  for (const permission of holding.permissions) if (!caller.may(permission)) return { permission };
  return undefined;
}

/** Throws `beyondReach` with the first permission that the caller lacks, at `fields` where a body asked for it. */
export function expectWithinReach(caller: Caller, holding: Holding, fields?: FieldProblem[]): void {
  const lacking = beyond(caller, holding);
  if (lacking) throw new Problem('beyondReach', { ...lacking, ...(fields ? { fields } : {}) });
}

/** What each of the roles gives, by role id. */
export async function holdingsOfRoles(db: Database, roleIds: number[]): Promise<Map<number, Holding>> {
  const rows = await db('role')
    .leftJoin('role_permission', 'role_permission.role_id', 'role.id')
    .whereIn('role.id', roleIds)
    .select('role.id', 'role.name', 'role.display_name as displayName', 'role_permission.permission', {
      confirmed: 'role.administrator_confirmed',
    });
  const holdings = new Map<number, { administrator: boolean; permissions: string[] }>();
  for (const { id, permission, ...role } of rows) {
    const holding = holdings.get(id) ?? { administrator: isAdministrator(role), permissions: [] };
    if (permission) holding.permissions.push(permission);
    holdings.set(id, holding);
  }
  return holdings;
}

/** What each of the users holds by all of their roles, or all but one, by user id; two statements however many users. */
export async function holdingsOfUsers(
  db: Database,
  userIds: number[],
  { without }: { without?: number } = {},
): Promise<Map<number, Holding>> {
  const pairs: { user_id: number; role_id: number }[] = await db('user_role')
    .whereIn('user_id', userIds)
    .modify((rows) => without !== undefined && rows.whereNot('role_id', without));
  const roles = await holdingsOfRoles(db, [...new Set(pairs.map(({ role_id }) => role_id))]);
  return new Map(
    userIds.map((id) => {
      const own = pairs.filter(({ user_id }) => user_id === id).flatMap(({ role_id }) => roles.get(role_id) ?? []);
      return [
        id,
        {
          administrator: own.some(({ administrator }) => administrator),
          permissions: new Set(own.flatMap(({ permissions }) => [...permissions])),
        },
      ];
    }),
  );
}

/** Whoever changes who may do what takes turns, so that no two of them leave nobody who is an administrator. */
export const lockAccess = (trx: Transaction) => trx('role').select('id').forUpdate();

/** Throws `lastAdministrator` where the transaction, which holds the lock above, has left no active administrator. */
export async function expectAdministrator(trx: Transaction): Promise<void> {
  if (!(await hasAdministrator(trx))) throw new Problem('lastAdministrator');
}

export async function hasAdministrator(db: Database): Promise<boolean> {
  const roles = await db('role')
    .join('user_role', 'user_role.role_id', 'role.id')
    .join('user', 'user.id', 'user_role.user_id')
    .where('user.status', 'active')
    .distinct('role.name', 'role.display_name as displayName', 'role.administrator_confirmed as confirmed');
  return roles.some(isAdministrator);
}

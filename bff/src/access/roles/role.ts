import type { Knex } from 'knex';
import { awaitsConfirmation, isAdministrator, meansAdministrator } from '#access/administrator.ts';
import { permissionNames } from '#access/permission-names.ts';
import { beyond, type Holding } from '#access/reach.ts';
import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';

export type RoleRecord = Schemas['Role'];
export type RoleBody = Schemas['RoleBody'];
export type RoleFields = Required<RoleBody>;

/** How many users have the role, whatever their status. */
export const peopleOf = (db: Database): Knex.QueryBuilder =>
  db('user_role').where('user_role.role_id', db.ref('role.id')).count();

/** Those roles of a query of `role`, in its order; two statements however many they are. */
export async function readRoles(db: Database, roles: Knex.QueryBuilder, caller: Caller): Promise<RoleRecord[]> {
  const rows: RoleRow[] = await roles.select('role.*', peopleOf(db).as('people'));
  const held: { role_id: number; permission: string }[] = await db('role_permission').whereIn(
    'role_id',
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const own = new Set(held.filter(({ role_id }) => role_id === row.id).map(({ permission }) => permission));
    return toRecord(row, own, caller);
  });
}

/** The role; throws `notFound`. */
export async function findRole(db: Database, id: number, caller: Caller): Promise<RoleRecord> {
  const [role] = await readRoles(db, db('role').where('role.id', id), caller);
  if (!role) throw new Problem('notFound');
  return role;
}

interface RoleRow {
  id: number;
  name: string;
  display_name: string;
  description: string | null;
  administrator_confirmed: number;
  people: number;
  version: number;
  create_time: Date;
  update_time: Date;
  created_by: string;
  updated_by: string;
}

function toRecord(row: RoleRow, held: Set<string>, caller: Caller): RoleRecord {
  const fields = {
    name: row.name,
    displayName: row.display_name,
    description: row.description,
    permissions: inOrder(held),
  };
  const named = { ...fields, confirmed: row.administrator_confirmed };
  const administrator = isAdministrator(named);
  return {
    id: row.id,
    ...fields,
    administrator,
    ...(awaitsConfirmation(named) ? { unconfirmedAdministrator: true } : {}),
    withinReach: beyond(caller, { ...fields, administrator }) === undefined,
    people: Number(row.people),
    version: row.version,
    createTime: row.create_time.toISOString(),
    updateTime: row.update_time.toISOString(),
    createdBy: row.created_by,
    updatedBy: row.updated_by,
  };
}

const inOrder = (held: Set<string>) => permissionNames.filter((name) => held.has(name));

/** A body as it is kept: what is absent filled in, permissions in the order of the contract. */
export const toFields = ({ name, displayName, description, permissions }: RoleBody): RoleFields => ({
  name,
  displayName,
  description: description || null,
  permissions: inOrder(new Set(permissions)),
});

/** What of a role a person writes. */
export const fieldsOf = ({ name, displayName, description, permissions }: RoleRecord): RoleFields => ({
  name,
  displayName,
  description,
  permissions,
});

/** What a role as it is to be gives; it has been `current`. */
export const holdingAfter = (caller: Caller, body: RoleBody, current?: RoleRecord): Holding => ({
  administrator: isAdministrator({ ...body, confirmed: confirmedAfter(caller, body, current) }),
  permissions: body.permissions,
});

/** Whether a display name that means administrator counts: as before while it stays, and where an administrator gives it. */
export const confirmedAfter = (caller: Caller, { displayName }: RoleBody, current?: RoleRecord): boolean =>
  meansAdministrator(displayName) &&
  (displayName === current?.displayName ? current.administrator : caller.administrator);

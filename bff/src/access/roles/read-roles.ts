import type { Knex } from 'knex';
import {
  awaitsConfirmation,
  isAdministrator,
  isAdministratorDisplayName,
  missingRight,
  permissionNames,
  type Rights,
} from '#access/rights.ts';
import { containing, type Database } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Caller, Query } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';

export type RoleRecord = Schemas['Role'];
export type RoleBody = Schemas['RoleBody'];
export type RoleFields = Required<RoleBody>;

/** Counts the users with the role, regardless of their status. */
const countPeople = (db: Database): Knex.QueryBuilder =>
  db('user_role').where('user_role.role_id', db.ref('role.id')).count();

/** Reads the roles of a query, with two statements in total. */
async function readRoles(db: Database, roles: Knex.QueryBuilder, caller: Caller): Promise<RoleRecord[]> {
  const rows: RoleRow[] = await roles.select('role.*', countPeople(db).as('people'));
  const permissionRows: { role_id: number; permission: string }[] = await db('role_permission').whereIn(
    'role_id',
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const permissions = new Set(
      permissionRows.filter(({ role_id }) => role_id === row.id).map(({ permission }) => permission),
    );
    return toRecord(row, permissions, caller);
  });
}

/** Reads a role. @throws Problem notFound */
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

function toRecord(row: RoleRow, permissions: Set<string>, caller: Caller): RoleRecord {
  const fields = {
    name: row.name,
    displayName: row.display_name,
    description: row.description,
    permissions: inContractOrder(permissions),
  };
  const namedRole = { ...fields, confirmed: row.administrator_confirmed };
  const administrator = isAdministrator(namedRole);
  return {
    id: row.id,
    ...fields,
    administrator,
    ...(awaitsConfirmation(namedRole) ? { unconfirmedAdministrator: true } : {}),
    withinReach: missingRight(caller, { ...fields, administrator }) === undefined,
    people: Number(row.people),
    version: row.version,
    createTime: row.create_time.toISOString(),
    updateTime: row.update_time.toISOString(),
    createdBy: row.created_by,
    updatedBy: row.updated_by,
  };
}

const inContractOrder = (permissions: Set<string>) => permissionNames.filter((name) => permissions.has(name));

/** Normalises a body: fills in missing values and sorts permissions in the order of the contract. */
export const toFields = ({ name, displayName, description, permissions }: RoleBody): RoleFields => ({
  name,
  displayName,
  description: description || null,
  permissions: inContractOrder(new Set(permissions)),
});

/** Picks the fields of a role that people write. */
export const fieldsOf = ({ name, displayName, description, permissions }: RoleRecord): RoleFields => ({
  name,
  displayName,
  description,
  permissions,
});

/** Returns the rights of a role after a change from `current`. */
export const rightsAfter = (caller: Caller, body: RoleBody, current?: RoleRecord): Rights => ({
  administrator: isAdministrator({ ...body, confirmed: confirmedAfter(caller, body, current) }),
  permissions: body.permissions,
});

/** Whether a display name makes the role an administrator role: as before if it is unchanged, or if an administrator sets it. */
export const confirmedAfter = (caller: Caller, { displayName }: RoleBody, current?: RoleRecord): boolean =>
  isAdministratorDisplayName(displayName) &&
  (displayName === current?.displayName ? current.administrator : caller.administrator);

const SORT_COLUMNS: Record<string, string> = {
  name: 'role.name',
  displayName: 'role.display_name',
  createTime: 'role.create_time',
  updateTime: 'role.update_time',
};

/** Reads a page of roles. */
export async function listRoles(db: Database, query: Query<'listRoles'>, caller: Caller) {
  const { page = 1, pageSize = 20, sort = 'name' } = query;
  const administrators = query.permission ? await administratorRoles(db) : [];
  const filteredRoles = () => filter(db, query, administrators);
  const [row, items] = await Promise.all([
    filteredRoles().count({ n: '*' }).first(),
    readRoles(
      db,
      filteredRoles()
        .modify(applyOrder, db, sort)
        .limit(pageSize)
        .offset((page - 1) * pageSize),
      caller,
    ),
  ]);
  return { items, total: Number(row.n), page, pageSize };
}

function filter(db: Database, { q, permission }: Query<'listRoles'>, administrators: number[]): Knex.QueryBuilder {
  const rows = db('role');
  if (q) {
    // ILIKE is LIKE by the column's own collation
    const part = containing(q);
    rows.where((any) => any.whereILike('role.name', part).orWhereILike('role.display_name', part));
  }
  if (permission) {
    const rolesWithPermission = db('role_permission').where({ permission }).select('role_id');
    rows.where((any) => any.whereIn('role.id', rolesWithPermission).orWhereIn('role.id', administrators));
  }
  return rows;
}

/** Returns the ids of administrator roles, which have every permission implicitly. */
async function administratorRoles(db: Database): Promise<number[]> {
  const roles = await db('role').select(
    'id',
    'name',
    'display_name as displayName',
    'administrator_confirmed as confirmed',
  );
  return roles.filter(isAdministrator).map(({ id }) => id);
}

function applyOrder(rows: Knex.QueryBuilder, db: Database, sort: string): void {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  // the validator allows only these columns and `people`
  rows.orderBy(SORT_COLUMNS[sort.replace(/^-/, '')] ?? countPeople(db), direction).orderBy('role.id');
}

import type { Knex } from 'knex';
import {
  awaitsConfirmation,
  type Holding,
  isAdministrator,
  meansAdministrator,
  missingPrivilege,
  permissionNames,
} from '#access/rights.ts';
import { containing, type Database } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Caller, Query } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';

export type RoleRecord = Schemas['Role'];
export type RoleBody = Schemas['RoleBody'];
export type RoleFields = Required<RoleBody>;

/** How many users have the role, whatever their status. */
const countPeople = (db: Database): Knex.QueryBuilder =>
  db('user_role').where('user_role.role_id', db.ref('role.id')).count();

/** Those roles of a query of `role`, in its order; two statements however many they are. */
async function readRoles(db: Database, roles: Knex.QueryBuilder, caller: Caller): Promise<RoleRecord[]> {
  const rows: RoleRow[] = await roles.select('role.*', countPeople(db).as('people'));
  const permissionRows: { role_id: number; permission: string }[] = await db('role_permission').whereIn(
    'role_id',
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const own = new Set(permissionRows.filter(({ role_id }) => role_id === row.id).map(({ permission }) => permission));
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
    permissions: inContractOrder(held),
  };
  const named = { ...fields, confirmed: row.administrator_confirmed };
  const administrator = isAdministrator(named);
  return {
    id: row.id,
    ...fields,
    administrator,
    ...(awaitsConfirmation(named) ? { unconfirmedAdministrator: true } : {}),
    withinReach: missingPrivilege(caller, { ...fields, administrator }) === undefined,
    people: Number(row.people),
    version: row.version,
    createTime: row.create_time.toISOString(),
    updateTime: row.update_time.toISOString(),
    createdBy: row.created_by,
    updatedBy: row.updated_by,
  };
}

const inContractOrder = (held: Set<string>) => permissionNames.filter((name) => held.has(name));

/** A body as it is kept: what is absent filled in, permissions in the order of the contract. */
export const toFields = ({ name, displayName, description, permissions }: RoleBody): RoleFields => ({
  name,
  displayName,
  description: description || null,
  permissions: inContractOrder(new Set(permissions)),
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

const sortColumns: Record<string, string> = {
  name: 'role.name',
  displayName: 'role.display_name',
  createTime: 'role.create_time',
  updateTime: 'role.update_time',
};

/** A page of roles, by as many statements however many they are. */
export async function listRoles(db: Database, query: Query<'listRoles'>, caller: Caller) {
  const { page = 1, pageSize = 20, sort = 'name' } = query;
  const administrators = query.permission ? await administratorRoles(db) : [];
  const filtered = () => filter(db, query, administrators);
  const [counted, items] = await Promise.all([
    filtered().count({ n: '*' }).first(),
    readRoles(
      db,
      filtered()
        .modify(order, db, sort)
        .limit(pageSize)
        .offset((page - 1) * pageSize),
      caller,
    ),
  ]);
  return { items, total: Number(counted.n), page, pageSize };
}

function filter(db: Database, { q, permission }: Query<'listRoles'>, administrators: number[]): Knex.QueryBuilder {
  const rows = db('role');
  if (q) {
    // ILIKE is LIKE by the column's own collation
    const part = containing(q);
    rows.where((either) => either.whereILike('role.name', part).orWhereILike('role.display_name', part));
  }
  if (permission) {
    const listing = db('role_permission').where({ permission }).select('role_id');
    rows.where((either) => either.whereIn('role.id', listing).orWhereIn('role.id', administrators));
  }
  return rows;
}

/** They hold every permission, listed or not. */
async function administratorRoles(db: Database): Promise<number[]> {
  const roles = await db('role').select(
    'id',
    'name',
    'display_name as displayName',
    'administrator_confirmed as confirmed',
  );
  return roles.filter(isAdministrator).map(({ id }) => id);
}

function order(rows: Knex.QueryBuilder, db: Database, sort: string): void {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  // the validator lets pass these columns and `people` only
  rows.orderBy(sortColumns[sort.replace(/^-/, '')] ?? countPeople(db), direction).orderBy('role.id');
}

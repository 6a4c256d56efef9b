import type { Knex } from 'knex';
import { isAdministrator } from '#access/administrator.ts';
import { containing, type Database } from '#database';
import type { Caller, Query } from '#http/operation-types.ts';
import { peopleOf, readRoles } from './role.ts';

const columns: Record<string, string> = {
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
  rows.orderBy(columns[sort.replace(/^-/, '')] ?? peopleOf(db), direction).orderBy('role.id');
}

import type { Knex } from 'knex';
import { readAccounts } from '#access/accounts.ts';
import { containing, type Database, fromNow } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Caller, Query } from '#http/operation-types.ts';

type ListQuery = Query<'listUsers'>;

const sortColumns: Record<string, string> = {
  username: 'user.username',
  displayName: 'user.display_name',
  email: 'user.email',
  status: 'user.status',
  lastSeen: 'user.last_seen',
  createTime: 'user.create_time',
  updateTime: 'user.update_time',
};

/** A page of users, by five statements however many they are. */
export async function listUsers(db: Database, query: ListQuery, caller: Caller) {
  const { page = 1, pageSize = 20, status, sort = 'username' } = query;
  const filtered = () => filter(db, query);
  const [perStatus, items] = await Promise.all([
    filtered().groupBy('user.status').select('user.status').count({ n: '*' }),
    readAccounts(
      db,
      filtered()
        .modify((rows) => status && rows.where('user.status', status))
        .modify(order, sort)
        .limit(pageSize)
        .offset((page - 1) * pageSize),
      caller,
    ),
  ]);
  const counts = toCounts(perStatus);
  const total = status ? (counts[status] ?? 0) : Object.values(counts).reduce((sum, n) => sum + n, 0);
  return { items, total, page, pageSize, counts };
}

const toCounts = (rows: { status: Schemas['UserStatus']; n: number | string }[]): Record<string, number> =>
  Object.fromEntries(rows.map(({ status, n }) => [status, Number(n)]));

/** All conditions but the status's, so that the status tabs can count under them. */
function filter(db: Database, { q, role, lastSeen, secondFactor }: ListQuery): Knex.QueryBuilder {
  const rows = db('user');
  if (q) {
    const part = containing(q);
    rows.where((either) => {
      // ILIKE is LIKE by the column's own collation
      for (const name of ['username', 'display_name', 'email']) either.orWhereILike(`user.${name}`, part);
    });
  }
  if (role !== undefined) {
    const holders = db('user_role').join('role', 'role.id', 'user_role.role_id').where('role.name', role);
    rows.whereIn('user.id', holders.select('user_role.user_id'));
  }
  if (lastSeen) filterLastSeen(db, rows, lastSeen);
  if (secondFactor === true) rows.whereNotNull('user.totp_secret');
  if (secondFactor === false) rows.whereNull('user.totp_secret');
  return rows;
}

const DAYS = { day: 1, week: 7, month: 30 };

function filterLastSeen(db: Database, rows: Knex.QueryBuilder, lastSeen: Schemas['LastSeen']): void {
  const daysAgo = (count: number) => fromNow(db, -count * 86_400_000);
  if (lastSeen === 'never') rows.whereNull('user.last_seen');
  else if (lastSeen === 'longer') rows.where('user.last_seen', '<', daysAgo(DAYS.month));
  else rows.where('user.last_seen', '>=', daysAgo(DAYS[lastSeen]));
}

function order(rows: Knex.QueryBuilder, sort: string): void {
  // the validator lets pass these columns only
  const column = sortColumns[sort.replace(/^-/, '')] ?? 'user.username';
  rows.orderBy(column, sort.startsWith('-') ? 'desc' : 'asc').orderBy('user.id');
}

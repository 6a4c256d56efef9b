import type { Knex } from 'knex';
import { readAccounts } from '#access/accounts.ts';
import { containing, type Database, fromNow } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Caller, Query } from '#http/operation-types.ts';

type ListQuery = Query<'listUsers'>;

const SORT_COLUMNS: Record<string, string> = {
  username: 'user.username',
  displayName: 'user.display_name',
  email: 'user.email',
  status: 'user.status',
  lastSeen: 'user.last_seen',
  createTime: 'user.create_time',
  updateTime: 'user.update_time',
};

/** Reads a page of users with five statements. */
export async function listUsers(db: Database, query: ListQuery, caller: Caller) {
  const { page = 1, pageSize = 20, status, sort = 'username' } = query;
  const filteredUsers = () => filterUsers(db, query);
  const [statusCounts, items] = await Promise.all([
    filteredUsers().groupBy('user.status').select('user.status').count({ n: '*' }),
    readAccounts(
      db,
      filteredUsers()
        .modify((rows) => status && rows.where('user.status', status))
        .modify(applyOrder, sort)
        .limit(pageSize)
        .offset((page - 1) * pageSize),
      caller,
    ),
  ]);
  const counts = toCounts(statusCounts);
  const total = status ? (counts[status] ?? 0) : Object.values(counts).reduce((sum, n) => sum + n, 0);
  return { items, total, page, pageSize, counts };
}

const toCounts = (rows: { status: Schemas['UserStatus']; n: number | string }[]): Record<string, number> =>
  Object.fromEntries(rows.map(({ status, n }) => [status, Number(n)]));

/** Applies all filters except for the status, so that the status tabs can count the results. */
function filterUsers(db: Database, { q, role, lastSeen, secondFactor }: ListQuery): Knex.QueryBuilder {
  const rows = db('user');
  if (q) {
    const part = containing(q);
    rows.where((any) => {
      // ILIKE is LIKE by the column's own collation
      for (const name of ['username', 'display_name', 'email']) any.orWhereILike(`user.${name}`, part);
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

const PERIOD_DAYS = { day: 1, week: 7, month: 30 };

function filterLastSeen(db: Database, rows: Knex.QueryBuilder, lastSeen: Schemas['LastSeen']): void {
  const daysAgo = (count: number) => fromNow(db, -count * 86_400_000);
  if (lastSeen === 'never') rows.whereNull('user.last_seen');
  else if (lastSeen === 'longer') rows.where('user.last_seen', '<', daysAgo(PERIOD_DAYS.month));
  else rows.where('user.last_seen', '>=', daysAgo(PERIOD_DAYS[lastSeen]));
}

function applyOrder(rows: Knex.QueryBuilder, sort: string): void {
  // the validator allows only these columns
  const column = SORT_COLUMNS[sort.replace(/^-/, '')] ?? 'user.username';
  rows.orderBy(column, sort.startsWith('-') ? 'desc' : 'asc').orderBy('user.id');
}

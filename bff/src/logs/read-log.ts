import type { Knex } from 'knex';
import { type Database, fromJson } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Query } from '#http/operation-types.ts';

export type LogFilter = Omit<Query<'listUserLogs'>, 'cursor' | 'limit'>;
type LogRow = Record<string, unknown> & { id: number; time: Date };

const columns = { user: 'username', about: 'target', act: 'act', address: 'address' } as const;
type Name = keyof typeof columns;
type Key = (typeof columns)[Name] | 'time';

const cap = 10_000;

/** The entries that a filter lets through, newest first. */
export interface Log {
  /** Those after the one given, from the newest on without it. */
  read(after: Pick<LogRow, 'id' | 'time'> | undefined, limit: number): Promise<LogRow[]>;
  /** How many there are, counted up to 10,000. */
  count(): Promise<{ total: number; totalCapped: boolean }>;
}

export async function openLog(db: Database, filter: LogFilter): Promise<Log> {
  const key = await bestKey(db, filter);
  const entries = () => entriesBy(db, key, filter);
  return {
    read: (after, limit) =>
      entries()
        .modify((query) => after && startAfter(query, after))
        .orderBy([...(key === 'time' ? [] : [{ column: key, order: 'desc' }]), ...newestFirst])
        .limit(limit),
    count: async () => {
      const found = await countOf(db, entries());
      return { total: Math.min(found, cap), totalCapped: found > cap };
    },
  };
}

const newestFirst = ['time', 'id'].map((column) => ({ column, order: 'desc' }));

const startAfter = (query: Knex.QueryBuilder, { time, id }: Pick<LogRow, 'id' | 'time'>) =>
  query
    .where('time', '<=', time)
    .where((later: Knex.QueryBuilder) => later.where('time', '<', time).orWhere('id', '<', id));

/** Every filter has a key of its own, which ends in the order of the list: no page sorts, or reads what it does not show. */
function entriesBy(db: Database, key: Key, filter: LogFilter): Knex.QueryBuilder {
  const query: Knex.QueryBuilder = db(db.raw('user_log FORCE INDEX (??)', [`user_log__${key}`]));
  for (const { column, value } of partsOf(filter)) {
    // of an equality MariaDB makes a lookup that passes over all that is newer than the page
    if (column === key) query.where(column, '>=', value).where(column, '<=', value);
    else query.where(column, value);
  }
  if (filter.from) query.where('time', '>=', new Date(filter.from));
  if (filter.to) query.where('time', '<', new Date(filter.to));
  return query;
}

function partsOf(filter: LogFilter) {
  // the keys of `columns`
  const names = Object.keys(columns) as Name[];
  return names.flatMap((name) => {
    const value = filter[name];
    return value === undefined ? [] : [{ name, column: columns[name], value }];
  });
}

/** The key of what the fewest entries have. */
async function bestKey(db: Database, filter: LogFilter): Promise<Key> {
  const [first, ...others] = partsOf(filter);
  if (!first) return 'time';
  if (others.length === 0) return first.column;
  const { user, about, act, address, ...times } = filter;
  const found = await Promise.all(
    [first, ...others].map(async ({ name, column, value }) => ({
      key: column,
      count: await countOf(db, entriesBy(db, column, { ...times, [name]: value })),
    })),
  );
  return found.reduce((least, other) => (other.count < least.count ? other : least)).key;
}

async function countOf(db: Database, entries: Knex.QueryBuilder): Promise<number> {
  const counted = entries
    .select('id')
    .limit(cap + 1)
    .as('counted');
  return Number((await db.count({ n: '*' }).from(counted).first())?.n);
}

/** A page as the contract has it; `cursor` is the id of the last entry seen. */
export async function logPage(db: Database, { cursor, limit = 20, ...filter }: Query<'listUserLogs'>) {
  const log = await openLog(db, filter);
  const last = cursor && (await db('user_log').where('id', cursor).first('id', 'time'));
  // the oldest entries are removed first: after one that is gone there are none
  const nothingLeft = cursor !== undefined && !last;
  const [rows, counted] = await Promise.all([nothingLeft ? [] : log.read(last, limit + 1), log.count()]);
  const items = rows.slice(0, limit).map(toEntry);
  return { items, nextCursor: rows.length > limit ? String(items.at(-1)?.id) : null, ...counted };
}

export const toEntry = (row: LogRow): Schemas['UserLogEntry'] => ({
  id: Number(row.id),
  time: row.time.toISOString(),
  act: row.act as Schemas['Act'],
  userId: row.user_id === null ? null : Number(row.user_id),
  username: String(row.username),
  target: toTarget(row),
  details: fromJson(row.details) ?? {},
  address: String(row.address),
  client: String(row.client),
});

const toTarget = ({ target_kind, target_id, target }: LogRow): Schemas['UserLogEntry']['target'] =>
  target_kind === null
    ? null
    : {
        // what logAct writes there
        kind: target_kind as NonNullable<Schemas['UserLogEntry']['target']>['kind'],
        id: target_id === null ? null : Number(target_id),
        name: String(target),
      };

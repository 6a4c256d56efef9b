import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import { cappedTotal, countCapped, type Database, executePrepared, MAX_COUNTED } from '#database';

/** An append-only table with a time per entry and indexes named `table__key`, including `table__time`. */
export interface LogTable {
  table: string;
  /** The primary key, an increasing number. */
  id: string;
  /** The SQL of the columns to read. */
  columns: readonly string[];
}

/** A condition on columns, and the index on these columns and the time. */
export interface Condition {
  key: string;
  columns: Record<string, string | number>;
  /** A further column of the index, before the time, that has one of these values. */
  anyOf?: { column: string; values: string[] };
}

export interface LogFilter {
  conditions: Condition[];
  /** Conditions without an index, as SQL. */
  unindexed?: { sql: string; values: string[] }[] | undefined;
  /** Inclusive start and exclusive end, in RFC 3339. */
  from?: string | undefined;
  to?: string | undefined;
}

/** The position of an entry in the log. */
export interface LogPosition {
  id: number;
  time: Date;
}

export type LogRow = Record<string, unknown> & LogPosition;

/** The entries that match a filter, newest first. */
export interface Log {
  /** Reads the entries after a position, by default from the newest one on. */
  read(after: LogPosition | undefined, limit: number): Promise<LogRow[]>;
  /** Counts the entries up to 10,000. */
  count(): Promise<{ total: number; totalCapped: boolean }>;
}

const ANY_TIME: Condition = { key: 'time', columns: {} };

/** Opens the log for the entries that match a filter. */
export async function openLog(db: Database, log: LogTable, filter: LogFilter): Promise<Log> {
  const condition = await findMostSelective(db, log, filter);
  const selected = [{ id: log.id }, 'time', db.raw(log.columns.join())];
  return {
    read: async (after, limit) => {
      const ranges = rangesOf(condition).map((range) =>
        queryEntries(db, log, range, filter)
          .modify((query) => after && startAfter(query, log, after))
          .orderBy(newestFirst(log, Object.keys(range.columns)))
          .limit(limit),
      );
      const [range, ...others] = ranges;
      if (!range) return [];
      if (others.length === 0) return range.select(selected);
      // the newest entries of each range are found by the index, and only the newest of all are read
      const found = ranges.map((each) => each.select({ id: log.id }, 'time'));
      const newest = db
        .from(db.unionAll(found, true).as('found'))
        .orderBy(newestFirst({ id: 'id' }))
        .limit(limit);
      const rows: LogPosition[] = await newest.select('id', 'time');
      const read: LogRow[] = await db(log.table)
        .whereIn(
          log.id,
          rows.map(({ id }) => id),
        )
        .select(selected);
      const byId = new Map(read.map((row) => [Number(row.id), row]));
      return rows.flatMap(({ id }) => byId.get(Number(id)) ?? []);
    },
    count: async () => {
      const count = await countEntries(db, log, condition, filter);
      return cappedTotal(count);
    },
  };
}

const newestFirst = ({ id }: Pick<LogTable, 'id'>, columns: string[] = []) =>
  [...columns, 'time', id].map((column) => ({ column, order: 'desc' }));

/** Beyond this, finding the newest entries of each range takes longer than sorting all entries. */
const MAX_RANGES = 200;

/** Splits a condition into ranges of its index, in each of which the entries are in the order of the list. */
function rangesOf(condition: Condition): Condition[] {
  const { key, columns, anyOf } = condition;
  if (!anyOf) return [condition];
  const { column, values } = anyOf;
  if (values.length > MAX_RANGES) return [condition];
  return values.map((value) => ({ key, columns: { ...columns, [column]: value } }));
}

/** Continues after a position by time and id, so that entries with the same time are not skipped. */
const startAfter = (query: Knex.QueryBuilder, log: LogTable, { time, id }: LogPosition) =>
  query.where((earlier) =>
    earlier.where('time', '<', time).orWhere((sameTime) => sameTime.where({ time }).where(log.id, '<', id)),
  );

/** Queries entries through the index of a condition, which provides the order of the list, so that a page reads only its own rows. */
function queryEntries(db: Database, { table }: LogTable, condition: Condition, filter: LogFilter): Knex.QueryBuilder {
  const query: Knex.QueryBuilder = db(db.raw('?? FORCE INDEX (??)', [table, `${table}__${condition.key}`]));
  // ranges instead of equalities, for which MariaDB may scan all entries newer than the page
  for (const [column, value] of Object.entries(condition.columns))
    query.where(column, '>=', value).where(column, '<=', value);
  if (condition.anyOf) query.whereIn(condition.anyOf.column, condition.anyOf.values);
  for (const { columns, anyOf } of filter.conditions.filter(({ key }) => key !== condition.key)) {
    query.where(columns);
    if (anyOf) query.whereIn(anyOf.column, anyOf.values);
  }
  for (const { sql, values } of filter.unindexed ?? []) query.whereRaw(sql, values);
  if (filter.from) query.where('time', '>=', new Date(filter.from));
  if (filter.to) query.where('time', '<', new Date(filter.to));
  return query;
}

/** Finds the condition with the fewest matching entries. */
async function findMostSelective(db: Database, log: LogTable, filter: LogFilter): Promise<Condition> {
  const [first, ...others] = filter.conditions;
  if (!first) return ANY_TIME;
  if (others.length === 0) return first;
  const counts = await Promise.all(
    filter.conditions.map(async (condition) => ({
      condition,
      count: await countEntries(db, log, condition, { ...filter, conditions: [condition] }),
    })),
  );
  return counts.reduce((least, other) => (other.count < least.count ? other : least)).condition;
}

function countEntries(db: Database, log: LogTable, condition: Condition, filter: LogFilter): Promise<number> {
  return countUpTo(db, MAX_COUNTED, JSON.stringify([log.table, condition, filter]), () =>
    countCapped(db, queryEntries(db, log, condition, filter)),
  );
}

interface PageQuery {
  /** The id of the last entry seen. */
  cursor?: string;
  limit?: number;
}

/** Reads a page of the log as rows. */
export async function readLogPage(db: Database, log: LogTable, filter: LogFilter, { cursor, limit = 20 }: PageQuery) {
  const entries = await openLog(db, log, filter);
  const lastPosition = cursor === undefined ? undefined : await readPosition(db, log, cursor);
  // the oldest entries are pruned first, so after a pruned one there are no more
  const isAtEnd = cursor !== undefined && !lastPosition;
  const [rows, counts] = await Promise.all([isAtEnd ? [] : entries.read(lastPosition, limit + 1), entries.count()]);
  const items = rows.slice(0, limit);
  return { items, nextCursor: rows.length > limit ? String(items.at(-1)?.id) : null, ...counts };
}

/** Returns the position of the entry with this id; undefined if it was removed. */
export async function readPosition(
  db: Database,
  { table, id }: LogTable,
  cursor: string,
): Promise<LogPosition | undefined> {
  const sql = `SELECT ${id} AS id, time FROM ${table} WHERE ${id} = ?`;
  return (await executePrepared<LogPosition[]>(db, sql, [cursor]))[0];
}

const CACHE_MS = 4000;
const MAX_CACHED_COUNTS = 500;
/** Keys of counts that have exceeded their cap. */
const cappedCounts = new WeakMap<Database, LRUCache<string, true>>();

function fullCountsOf(db: Database): LRUCache<string, true> {
  const cached = cappedCounts.get(db);
  if (cached) return cached;
  // with a resolution of 0 the cache reads the clock at each lookup instead of using a timer
  const cache = new LRUCache<string, true>({ max: MAX_CACHED_COUNTS, ttl: CACHE_MS, ttlResolution: 0, perf: CLOCK });
  cappedCounts.set(db, cache);
  return cache;
}

const CLOCK = { now: () => performance.now() };

/** Counts up to `cap` + 1. Counts above the cap are cached for four seconds, others are always exact. */
export async function countUpTo(db: Database, cap: number, key: string, count: () => Promise<number>): Promise<number> {
  const cache = fullCountsOf(db);
  if (cache.has(key)) return cap + 1;
  const start = performance.now();
  const counted = await count();
  if (counted > cap) cache.set(key, true, { start });
  return counted;
}

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
}

export interface LogFilter {
  conditions: Condition[];
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
  const entries = () => queryEntries(db, log, condition, filter);
  const newestFirst = [...Object.keys(condition.columns), 'time', log.id].map((column) => ({ column, order: 'desc' }));
  return {
    read: (after, limit) =>
      entries()
        .select({ id: log.id }, 'time', db.raw(log.columns.join()))
        .modify((query) => after && startAfter(query, log, after))
        .orderBy(newestFirst)
        .limit(limit),
    count: async () => {
      const count = await countEntries(db, log, condition, filter);
      return cappedTotal(count);
    },
  };
}

/** Continues after a position by time and id, so that entries with the same time are not skipped. */
const startAfter = (query: Knex.QueryBuilder, log: LogTable, { time, id }: LogPosition) =>
  query.where((earlier) =>
    earlier.where('time', '<', time).orWhere((sameTime) => sameTime.where({ time }).where(log.id, '<', id)),
  );

/** Queries entries through the index of a condition, which provides the order of the list, so that a page reads only its own rows. */
function queryEntries(db: Database, { table }: LogTable, condition: Condition, filter: LogFilter): Knex.QueryBuilder {
  const query: Knex.QueryBuilder = db(db.raw('?? FORCE INDEX (??)', [table, `${table}__${condition.key}`]));
  for (const each of filter.conditions) {
    for (const [column, value] of Object.entries(each.columns)) {
      // a range instead of an equality, for which MariaDB may scan all entries newer than the page
      if (each === condition) query.where(column, '>=', value).where(column, '<=', value);
      else query.where(column, value);
    }
  }
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

async function readPosition(db: Database, { table, id }: LogTable, cursor: string): Promise<LogPosition | undefined> {
  const sql = `SELECT ${id} AS id, time FROM ${table} WHERE ${id} = ?`;
  return (await executePrepared<LogPosition[]>(db, sql, [cursor]))[0];
}

const CACHE_MS = 4000;
const MAX_CACHED_COUNTS = 500;
/** Keys of counts that have exceeded their cap. */
const fullCounts = new WeakMap<Database, LRUCache<string, true>>();

function fullCountsOf(db: Database): LRUCache<string, true> {
  const cached = fullCounts.get(db);
  if (cached) return cached;
  // with a resolution of 0 the cache reads the clock at each lookup instead of using a timer
  const cache = new LRUCache<string, true>({ max: MAX_CACHED_COUNTS, ttl: CACHE_MS, ttlResolution: 0, perf: CLOCK });
  fullCounts.set(db, cache);
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

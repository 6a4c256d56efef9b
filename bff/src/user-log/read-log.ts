import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import { cappedTotal, countCapped, type Database, executePrepared, MAX_COUNTED } from '#database';

/** A table that only grows at its end, with a time per entry and keys named `table__key`, one of them `table__time`. */
export interface LogTable {
  table: string;
  /** Its primary key, a number that grows. */
  id: string;
  /** What is read of an entry, in SQL. */
  columns: readonly string[];
}

/** What an entry must have, and the key that finds it: these columns, then the time. */
export interface Condition {
  key: string;
  columns: Record<string, string | number>;
}

export interface LogFilter {
  conditions: Condition[];
  /** Not before, and before: RFC 3339. */
  from?: string | undefined;
  to?: string | undefined;
}

/** Where an entry stands among the others. */
export interface LogPosition {
  id: number;
  time: Date;
}

export type LogRow = Record<string, unknown> & LogPosition;

/** The entries that a filter lets through, newest first. */
export interface Log {
  /** Those after the one given, from the newest on without it. */
  read(after: LogPosition | undefined, limit: number): Promise<LogRow[]>;
  /** How many there are, counted up to 10,000. */
  count(): Promise<{ total: number; totalCapped: boolean }>;
}

const ANY_TIME: Condition = { key: 'time', columns: {} };

export async function openLog(db: Database, log: LogTable, filter: LogFilter): Promise<Log> {
  const by = await findMostSelective(db, log, filter);
  const entries = () => queryEntries(db, log, by, filter);
  const newestFirst = [...Object.keys(by.columns), 'time', log.id].map((column) => ({ column, order: 'desc' }));
  return {
    read: (after, limit) =>
      entries()
        .select({ id: log.id }, 'time', db.raw(log.columns.join()))
        .modify((query) => after && startAfter(query, log, after))
        .orderBy(newestFirst)
        .limit(limit),
    count: async () => {
      const count = await countEntries(db, log, by, filter);
      return cappedTotal(count);
    },
  };
}

/** As the key has them, so that what was written at the same moment and is newer is not passed over. */
const startAfter = (query: Knex.QueryBuilder, log: LogTable, { time, id }: LogPosition) =>
  query.where((older) => older.where('time', '<', time).orWhere((same) => same.where({ time }).where(log.id, '<', id)));

/** Every condition has a key of its own, which ends in the order of the list: no page sorts, or reads what it does not show. */
function queryEntries(db: Database, { table }: LogTable, by: Condition, filter: LogFilter): Knex.QueryBuilder {
  const query: Knex.QueryBuilder = db(db.raw('?? FORCE INDEX (??)', [table, `${table}__${by.key}`]));
  for (const condition of filter.conditions) {
    for (const [column, value] of Object.entries(condition.columns)) {
      // of an equality MariaDB makes a lookup that passes over all that is newer than the page
      if (condition === by) query.where(column, '>=', value).where(column, '<=', value);
      else query.where(column, value);
    }
  }
  if (filter.from) query.where('time', '>=', new Date(filter.from));
  if (filter.to) query.where('time', '<', new Date(filter.to));
  return query;
}

/** The condition that the fewest entries meet. */
async function findMostSelective(db: Database, log: LogTable, filter: LogFilter): Promise<Condition> {
  const [first, ...others] = filter.conditions;
  if (!first) return ANY_TIME;
  if (others.length === 0) return first;
  const counted = await Promise.all(
    filter.conditions.map(async (condition) => ({
      condition,
      count: await countEntries(db, log, condition, { ...filter, conditions: [condition] }),
    })),
  );
  return counted.reduce((least, other) => (other.count < least.count ? other : least)).condition;
}

function countEntries(db: Database, log: LogTable, by: Condition, filter: LogFilter): Promise<number> {
  return countUpTo(db, MAX_COUNTED, JSON.stringify([log.table, by, filter]), () =>
    countCapped(db, queryEntries(db, log, by, filter)),
  );
}

interface PageQuery {
  /** The id of the last entry seen. */
  cursor?: string;
  limit?: number;
}

/** A page as the contract has it, its entries as rows. */
export async function logPage(db: Database, log: LogTable, filter: LogFilter, { cursor, limit = 20 }: PageQuery) {
  const entries = await openLog(db, log, filter);
  const last = cursor === undefined ? undefined : await readPosition(db, log, cursor);
  // the oldest entries are removed first: after one that is gone there are none
  const nothingLeft = cursor !== undefined && !last;
  const [rows, counted] = await Promise.all([nothingLeft ? [] : entries.read(last, limit + 1), entries.count()]);
  const items = rows.slice(0, limit);
  return { items, nextCursor: rows.length > limit ? String(items.at(-1)?.id) : null, ...counted };
}

async function readPosition(db: Database, { table, id }: LogTable, cursor: string): Promise<LogPosition | undefined> {
  const sql = `SELECT ${id} AS id, time FROM ${table} WHERE ${id} = ?`;
  return (await executePrepared<LogPosition[]>(db, sql, [cursor]))[0];
}

const CACHE_MS = 4000;
const MAX_CACHED = 500;
/** Which counts came out full. */
const fullCounts = new WeakMap<Database, LRUCache<string, true>>();

function fullCountsOf(db: Database): LRUCache<string, true> {
  const known = fullCounts.get(db);
  if (known) return known;
  // asked for the time itself at each look-up: a timer that remembers it for a while would only be in the way
  const made = new LRUCache<string, true>({ max: MAX_CACHED, ttl: CACHE_MS, ttlResolution: 0, perf: CLOCK });
  fullCounts.set(db, made);
  return made;
}

const CLOCK = { now: () => performance.now() };

/** Counts up to one more than `cap`: exactly where it is less, at most every four seconds where it is not. */
export async function countUpTo(db: Database, cap: number, key: string, count: () => Promise<number>): Promise<number> {
  const cache = fullCountsOf(db);
  if (cache.has(key)) return cap + 1;
  const start = performance.now();
  const counted = await count();
  if (counted > cap) cache.set(key, true, { start });
  return counted;
}

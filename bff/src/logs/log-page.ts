import { type Database, prepared } from '#database';
import { type LogFilter, type LogPlace, type LogTable, openLog } from './read-log.ts';

export interface PageQuery {
  /** The id of the last entry seen. */
  cursor?: string;
  limit?: number;
}

/** A page as the contract has it, its entries as rows. */
export async function logPage(db: Database, log: LogTable, filter: LogFilter, { cursor, limit = 20 }: PageQuery) {
  const found = await openLog(db, log, filter);
  const last = cursor === undefined ? undefined : await placeOf(db, log, cursor);
  // the oldest entries are removed first: after one that is gone there are none
  const nothingLeft = cursor !== undefined && !last;
  const [rows, counted] = await Promise.all([nothingLeft ? [] : found.read(last, limit + 1), found.count()]);
  const items = rows.slice(0, limit);
  return { items, nextCursor: rows.length > limit ? String(items.at(-1)?.id) : null, ...counted };
}

async function placeOf(db: Database, { table, id }: LogTable, cursor: string): Promise<LogPlace | undefined> {
  const sql = `SELECT ${id} AS id, time FROM ${table} WHERE ${id} = ?`;
  return (await prepared<LogPlace[]>(db, sql, [cursor]))[0];
}

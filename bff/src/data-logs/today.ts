import { type Database, written } from '#database';
import type { LogRow } from '#logs/read-log.ts';

/** The place in the feed of each change that has one, by its number in the log. */
export async function positionsOf(db: Database, rows: LogRow[]): Promise<Map<number, number>> {
  if (rows.length === 0) return new Map();
  const sql = 'SELECT seq, position FROM change_feed WHERE seq IN (?)';
  const found = await written<{ seq: number; position: number }[]>(db, sql, [rows.map(({ id }) => id)]);
  return new Map(found.map(({ seq, position }) => [Number(seq), Number(position)]));
}

/** The present version of each record that is there, by `kind id`: one query per kind. */
export async function versionsToday(db: Database, rows: LogRow[]): Promise<Map<string, number>> {
  const found = await Promise.all(
    [...idsByKind(rows)].map(async ([kind, ids]) => {
      // a kind's key is its table's name
      const sql = 'SELECT id, version FROM ?? WHERE id IN (?)';
      const records = await written<{ id: number; version: number }[]>(db, sql, [kind, [...ids]]);
      return records.map(({ id, version }): [string, number] => [`${kind} ${id}`, Number(version)]);
    }),
  );
  return new Map(found.flat());
}

function idsByKind(rows: LogRow[]): Map<string, Set<number>> {
  const ids = new Map<string, Set<number>>();
  for (const { entity, record_id } of rows) {
    const kind = String(entity);
    ids.set(kind, (ids.get(kind) ?? new Set()).add(Number(record_id)));
  }
  return ids;
}

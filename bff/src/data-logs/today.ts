import { type Database, written } from '#database';
import type { LogRow } from '#logs/read-log.ts';

/** The present version of each record that is there, by `kind id`; of a page's few kinds all at once. */
export async function versionsToday(db: Database, rows: LogRow[]): Promise<Map<string, number>> {
  const ids = idsByKind(rows);
  if (ids.size === 0) return new Map();
  // a kind's key is its table's name
  const each = 'SELECT ? AS kind, id, version FROM ?? WHERE id IN (?)';
  const sql = [...ids].map(() => each).join(' UNION ALL ');
  const values = [...ids].flatMap(([kind, own]) => [kind, kind, [...own]]);
  const found = await written<{ kind: string; id: number; version: number }[]>(db, sql, values);
  return new Map(found.map(({ kind, id, version }) => [`${kind} ${id}`, version]));
}

function idsByKind(rows: LogRow[]): Map<string, Set<number>> {
  const ids = new Map<string, Set<number>>();
  for (const { entity, record_id } of rows) {
    const kind = String(entity);
    ids.set(kind, (ids.get(kind) ?? new Set()).add(Number(record_id)));
  }
  return ids;
}

import { type Database, fromJson, written } from '#database';
import type { IfMatch } from '#http/precondition.ts';
import type { Entity, EntityRecord, Fields } from './entity.ts';
import { readAt, writeAt } from './pointers.ts';
import { heldCodes } from './reference-places.ts';
import type { Stored } from './rows.ts';

// Versions of the action `reference`: a record answers another code of what it refers to, and nobody has changed it.

/** A record as it is, and the version that somebody has seen. */
export interface SeenVersion {
  id: number;
  version: number;
  since: number;
}

/** Those of the records that are of the version that was seen, or of one after it that only gave other codes of what they refer to. */
export async function sameButForCodes(db: Database, entity: Entity, seen: SeenVersion[]): Promise<Set<number>> {
  const same = new Set(seen.filter(({ version, since }) => version === since).map(({ id }) => id));
  const later = new Map(seen.filter(({ version, since }) => version > since).map((each) => [each.id, each]));
  if (later.size === 0) return same;
  const sql = `SELECT record_id AS id, version FROM data_log
    WHERE entity = ? AND record_id IN (?) AND action = 'reference' AND version > ?`;
  const oldest = Math.min(...[...later.values()].map(({ since }) => since));
  const rows = await written<{ id: number; version: number }[]>(db, sql, [entity.key, [...later.keys()], oldest]);
  const counts = new Map<number, number>();
  for (const { id, version } of rows) {
    const { since = version } = later.get(id) ?? {};
    if (version > since) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  // no version between them is missing
  for (const { id, version, since } of later.values()) if (counts.get(id) === version - since) same.add(id);
  return same;
}

/**
 * A body that was typed over an older version than the record has: codes that this version held mean what they meant in it. Nothing
 * but codes may have changed since.
 */
export async function withTodaysCodes(
  db: Database,
  entity: Entity,
  body: Fields,
  { record }: Stored,
  seen: IfMatch,
): Promise<Fields> {
  const { id, version } = record;
  if (typeof seen !== 'number' || seen >= version) return body;
  const next = { entity: entity.key, record_id: id, version: seen + 1 };
  const row = await db('data_log').where(next).first('before');
  const before = fromJson<EntityRecord | null>(row?.before);
  if (!before) return body;
  const codes = new Map(
    heldCodes(entity, before).map(({ pointer, kind, code }) => [`${kind} ${code}`, readAt(record, pointer)]),
  );
  const today = structuredClone(body);
  for (const { pointer, kind, code } of heldCodes(entity, body))
    writeAt(today, pointer, codes.get(`${kind} ${code.toUpperCase()}`) ?? code);
  return today;
}

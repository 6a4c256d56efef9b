import { type Database, executeText, fromJson, type Transaction } from '#database';
import { expectVersion, type IfMatch } from '#http/precondition.ts';
import { Problem } from '#http/problem.ts';
import type { Entity, EntityRecord, Fields, Stored, Values } from './model.ts';
import { readAt, writeAt } from './pointers.ts';
import { collectReferences } from './reference-paths.ts';
import { fieldsOf, lockRecord } from './rows.ts';

// Versions of the action `reference`: a record answers another code of what it refers to, and nobody has changed it.

/** A record as it is, and the version that somebody has seen. */
export interface SeenVersion {
  id: number;
  version: number;
  seenVersion: number;
}

/** Those of the records that are of the version that was seen, or of one after it that only gave other codes of what they refer to. */
export async function findUnchangedExceptCodes(
  db: Database,
  entity: Entity,
  seen: SeenVersion[],
): Promise<Set<number>> {
  const same = new Set(seen.filter(({ version, seenVersion }) => version === seenVersion).map(({ id }) => id));
  const later = new Map(
    seen.filter(({ version, seenVersion }) => version > seenVersion).map((each) => [each.id, each]),
  );
  if (later.size === 0) return same;
  const sql = `SELECT record_id AS id, version FROM data_log
    WHERE entity = ? AND record_id IN (?) AND action = 'reference' AND version > ?`;
  const oldest = Math.min(...[...later.values()].map(({ seenVersion }) => seenVersion));
  const rows = await executeText<{ id: number; version: number }[]>(db, sql, [entity.key, [...later.keys()], oldest]);
  const counts = new Map<number, number>();
  for (const { id, version } of rows) {
    const { seenVersion = version } = later.get(id) ?? {};
    if (version > seenVersion) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  // no version between them is missing
  for (const { id, version, seenVersion } of later.values()) if (counts.get(id) === version - seenVersion) same.add(id);
  return same;
}

/**
 * A body that was typed over an older version than the record has: codes that this version held mean what they meant in it. Nothing
 * but codes may have changed since.
 */
export async function translateOldCodes(
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
    collectReferences(entity, before).map(({ pointer, entityKey, code }) => [
      `${entityKey} ${code}`,
      readAt(record, pointer),
    ]),
  );
  const today = structuredClone(body);
  for (const { pointer, entityKey, code } of collectReferences(entity, body))
    writeAt(today, pointer, codes.get(`${entityKey} ${code.toUpperCase()}`) ?? code);
  return today;
}

/** The record, locked; 404 where there is none, 428 without a version, 412 with another than that. */
export async function lockRecordVersion(
  trx: Transaction,
  entity: Entity,
  id: number,
  ifMatch: IfMatch,
): Promise<Stored> {
  const stored = await lockRecord(trx, entity, id);
  if (!stored) throw new Problem('notFound');
  await expectRecordVersion(trx, entity, ifMatch, stored);
  return stored;
}

/** As `expectVersion`, of a locked record: versions in which only codes of what it refers to have changed count as one. */
export async function expectRecordVersion(
  trx: Transaction,
  entity: Entity,
  ifMatch: IfMatch,
  { record }: Stored,
): Promise<void> {
  const { id, version } = record;
  if (typeof ifMatch === 'number') {
    const same = await findUnchangedExceptCodes(trx, entity, [{ id, version, seenVersion: ifMatch }]);
    if (same.has(id)) return;
  }
  expectVersion(ifMatch, record);
}

/** A version of a record. */
export interface VersionOf {
  recordId: number;
  version: number;
}

/** A version as the log has it, with the codes of its time. */
export interface LoggedVersion {
  before: Fields | null;
  after: Values;
  /** Of the record; `before` is null of one that came into being. */
  status: { before: EntityRecord['status'] | null; after: EntityRecord['status'] };
}

// from the list to the log, by its key
const VERSIONS_QUERY = `SELECT log.record_id AS recordId, log.version, log.before, log.after, log.refs
  FROM JSON_TABLE(?, '$[*]' COLUMNS (record_id INT UNSIGNED PATH '$.recordId', version INT UNSIGNED PATH '$.version')) AS given
  STRAIGHT_JOIN data_log AS log ON log.entity = ? AND log.record_id = given.record_id AND log.version = given.version
  WHERE log.after IS NOT NULL`;

const versionKey = ({ recordId, version }: VersionOf) => `${recordId} ${version}`;

/** What the log has of these versions: nothing of one that is past keeping. */
export async function readLoggedVersions(db: Database, entity: Entity, versions: VersionOf[]) {
  const [rows] = versions.length === 0 ? [[]] : await db.raw(VERSIONS_QUERY, [JSON.stringify(versions), entity.key]);
  const logged = new Map<string, LoggedVersion>();
  for (const row of rows) {
    const before = fromJson<EntityRecord | null>(row.before);
    const after = fromJson<EntityRecord>(row.after);
    logged.set(versionKey(row), {
      before: before && fieldsOf(entity, before),
      after: {
        fields: fieldsOf(entity, after),
        refs: fromJson<Values['refs'] | null>(row.refs) ?? {},
      },
      status: { before: before?.status ?? null, after: after.status },
    });
  }
  return (version: VersionOf): LoggedVersion | undefined => logged.get(versionKey(version));
}

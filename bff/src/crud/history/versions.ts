import type { Entity, EntityRecord, FieldValues, ResolvedValues, StoredRecord } from '#crud/model.ts';
import { changedPointers, readAt, writeAt } from '#crud/pointers.ts';
import { collectReferences } from '#crud/references/reference-paths.ts';
import { createCodeHydrator, fieldsOf, lockRecord } from '#crud/rows.ts';
import { type Database, executeUnprepared, fromJson, type Transaction } from '#database';
import { expectVersion, type IfMatch } from '#http/precondition.ts';
import { Problem } from '#http/problem.ts';

// A version with the action `reference` only contains a new code of a referenced record; nobody has changed the record itself.

/** A record's current version, and the one that a user has seen. */
export interface SeenVersion {
  id: number;
  version: number;
  seenVersion: number;
}

/** Returns the ids of records whose versions since the seen one contain nothing but new codes of referenced records. */
export async function findIdsUnchangedExceptCodes(
  db: Database,
  entity: Entity,
  seenVersions: SeenVersion[],
): Promise<Set<number>> {
  const unchangedIds = new Set(
    seenVersions.filter(({ version, seenVersion }) => version === seenVersion).map(({ id }) => id),
  );
  const newerRecords = new Map(
    seenVersions.filter(({ version, seenVersion }) => version > seenVersion).map((each) => [each.id, each]),
  );
  if (newerRecords.size === 0) return unchangedIds;
  const sql = `SELECT record_id AS id, version FROM data_log
    WHERE entity = ? AND record_id IN (?) AND action = 'reference' AND version > ?`;
  const minSeenVersion = Math.min(...[...newerRecords.values()].map(({ seenVersion }) => seenVersion));
  const rows = await executeUnprepared<{ id: number; version: number }[]>(db, sql, [
    entity.key,
    [...newerRecords.keys()],
    minSeenVersion,
  ]);
  const counts = new Map<number, number>();
  for (const { id, version } of rows) {
    const { seenVersion = version } = newerRecords.get(id) ?? {};
    if (version > seenVersion) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  // all versions in between have the action `reference`
  for (const { id, version, seenVersion } of newerRecords.values())
    if (counts.get(id) === version - seenVersion) unchangedIds.add(id);
  return unchangedIds;
}

/**
 * Translates codes in a body that is based on an older version into current ones. Nothing but codes may have changed since that version.
 */
export async function translateOldCodes(
  db: Database,
  entity: Entity,
  body: FieldValues,
  { record }: StoredRecord,
  ifMatch: IfMatch,
): Promise<FieldValues> {
  const { id, version } = record;
  if (typeof ifMatch !== 'number' || ifMatch >= version) return body;
  const next = { entity: entity.key, record_id: id, version: ifMatch + 1 };
  const row = await db('data_log').where(next).first('before');
  const before = fromJson<EntityRecord | null>(row?.before);
  if (!before) return body;
  const codes = new Map(
    collectReferences(entity, before).map(({ pointer, entityKey, code }) => [
      `${entityKey} ${code}`,
      readAt(record, pointer),
    ]),
  );
  const translated = structuredClone(body);
  for (const { pointer, entityKey, code } of collectReferences(entity, body))
    writeAt(translated, pointer, codes.get(`${entityKey} ${code.toUpperCase()}`) ?? code);
  return translated;
}

/** Locks a record. @throws Problem 404 if there is none, 428 without a version, 412 for an outdated version */
export async function lockRecordVersion(
  trx: Transaction,
  entity: Entity,
  id: number,
  ifMatch: IfMatch,
): Promise<StoredRecord> {
  const stored = await lockRecord(trx, entity, id);
  if (!stored) throw new Problem('notFound');
  await expectRecordVersion(trx, entity, ifMatch, stored);
  return stored;
}

/** Checks the version of a locked record like `expectVersion`, but ignores versions that contain only new codes of referenced records. */
export async function expectRecordVersion(
  trx: Transaction,
  entity: Entity,
  ifMatch: IfMatch,
  { record }: StoredRecord,
): Promise<void> {
  const { id, version } = record;
  if (typeof ifMatch === 'number') {
    const unchangedIds = await findIdsUnchangedExceptCodes(trx, entity, [{ id, version, seenVersion: ifMatch }]);
    if (unchangedIds.has(id)) return;
  }
  expectVersion(ifMatch, record);
}

/** A record's id and one of its versions. */
export interface VersionOf {
  recordId: number;
  version: number;
}

/** A logged version, with the codes of its time. */
export interface LoggedVersion {
  before: FieldValues | null;
  after: ResolvedValues;
  /** The record's status; `before` is null for a new record. */
  status: { before: EntityRecord['status'] | null; after: EntityRecord['status'] };
}

// STRAIGHT_JOIN looks each version up by the key of the log
const VERSIONS_QUERY = `SELECT log.record_id AS recordId, log.version, log.before, log.after, log.refs
  FROM JSON_TABLE(?, '$[*]' COLUMNS (record_id INT UNSIGNED PATH '$.recordId', version INT UNSIGNED PATH '$.version')) AS requested
  STRAIGHT_JOIN data_log AS log ON log.entity = ? AND log.record_id = requested.record_id AND log.version = requested.version
  WHERE log.after IS NOT NULL`;

const versionKey = ({ recordId, version }: VersionOf) => `${recordId} ${version}`;

/** Reads these versions from the log and returns a lookup function. Retention may have removed some. */
export async function readLoggedVersions(db: Database, entity: Entity, versions: VersionOf[]) {
  const [rows] = versions.length === 0 ? [[]] : await db.raw(VERSIONS_QUERY, [JSON.stringify(versions), entity.key]);
  const logged = new Map<string, LoggedVersion>();
  for (const row of rows) {
    const before = fromJson<EntityRecord | null>(row.before);
    const after = fromJson<EntityRecord>(row.after);
    logged.set(versionKey(row), {
      before: before && fieldsOf(entity, before),
      after: toResolvedValues(entity, after, row.refs),
      status: { before: before?.status ?? null, after: after.status },
    });
  }
  return (version: VersionOf): LoggedVersion | undefined => logged.get(versionKey(version));
}

/** Reads the values that records had after the changes in these rows of the log, by `seq`. Deletions and rows that are gone are left out. */
export async function readLoggedValues(
  db: Database,
  entity: Entity,
  seqs: number[],
): Promise<Map<number, ResolvedValues>> {
  if (seqs.length === 0) return new Map();
  const sql = 'SELECT seq, `after`, refs FROM data_log WHERE seq IN (?) AND `after` IS NOT NULL';
  const rows = await executeUnprepared<{ seq: number; after: unknown; refs: unknown }[]>(db, sql, [seqs]);
  return new Map(
    rows.map(({ seq, after, refs }) => [Number(seq), toResolvedValues(entity, fromJson<EntityRecord>(after), refs)]),
  );
}

const toResolvedValues = (entity: Entity, after: EntityRecord, refs: unknown): ResolvedValues => ({
  fields: fieldsOf(entity, after),
  refs: fromJson<ResolvedValues['refs'] | null>(refs) ?? {},
});

/** Returns the ids of records whose fields are the same as in that version; their status may have changed. */
export async function findUnchangedIds(
  db: Database,
  entity: Entity,
  writtenVersions: { current: StoredRecord; version: number }[],
): Promise<Set<number>> {
  const versions = writtenVersions.map(({ current, version }) => ({ current, recordId: current.record.id, version }));
  const changedVersions = versions.filter(({ current, version }) => current.record.version !== version);
  const loggedAt = await readLoggedVersions(db, entity, changedVersions);
  const withCurrentCodes = await createCodeHydrator(
    db,
    entity,
    changedVersions.flatMap((version) => loggedAt(version)?.after ?? []),
  );
  const isUnchanged = ({ current, ...version }: (typeof versions)[number]) => {
    if (current.record.version === version.version) return true;
    const versionThen = loggedAt(version);
    return (
      versionThen !== undefined &&
      changedPointers(withCurrentCodes(versionThen.after).fields, fieldsOf(entity, current.record)).length === 0
    );
  };
  return new Set(versions.filter(isUnchanged).map(({ recordId }) => recordId));
}

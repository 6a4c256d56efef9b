import { type Database, fromJson } from '#database';
import type { Entity, EntityRecord, Fields } from './entity.ts';
import { fieldsOf, type Values } from './rows.ts';

/** A version of a record. */
export interface VersionOf {
  recordId: number;
  version: number;
}

/** A version as the log has it, with the codes of its time. */
export interface Logged {
  before: Fields | null;
  after: Values;
  /** Of the record; `before` is null of one that came into being. */
  status: { before: EntityRecord['status'] | null; after: EntityRecord['status'] };
}

// from the list to the log, by its key
const query = `SELECT log.record_id AS recordId, log.version, log.before, log.after, log.refs
  FROM JSON_TABLE(?, '$[*]' COLUMNS (record_id INT UNSIGNED PATH '$.recordId', version INT UNSIGNED PATH '$.version')) AS given
  STRAIGHT_JOIN data_log AS log ON log.entity = ? AND log.record_id = given.record_id AND log.version = given.version
  WHERE log.after IS NOT NULL`;

const nameOf = ({ recordId, version }: VersionOf) => `${recordId} ${version}`;

/** What the log has of these versions: nothing of one that is past keeping. */
export async function loggedVersions(db: Database, entity: Entity, versions: VersionOf[]) {
  const [rows] = versions.length === 0 ? [[]] : await db.raw(query, [JSON.stringify(versions), entity.key]);
  const found = new Map<string, Logged>();
  for (const row of rows) {
    const before = fromJson<EntityRecord | null>(row.before);
    const after = fromJson<EntityRecord>(row.after);
    found.set(nameOf(row), {
      before: before && fieldsOf(entity, before),
      after: {
        fields: fieldsOf(entity, after),
        refs: fromJson<Values['refs'] | null>(row.refs) ?? {},
      },
      status: { before: before?.status ?? null, after: after.status },
    });
  }
  return (version: VersionOf): Logged | undefined => found.get(nameOf(version));
}

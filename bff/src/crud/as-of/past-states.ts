import type { Entity, EntityRecord, RecordState, Refs, StoredRecord } from '#crud/model.ts';
import type { ReferencedRecord } from '#crud/references/reference-paths.ts';
import { fieldsOf } from '#crud/rows.ts';
import { executeUnprepared, fromJson, type Transaction } from '#database';
import type { EntityKey } from '#http/contract.ts';

/** A record's first change after a moment: what was stored then is what it had before. */
interface FirstChange {
  id: number;
  /** JSON; null if the record did not exist. */
  before: string | null;
  beforeRefs: string | null;
  /** The ids that the changed record refers to, or the deleted one referred to. */
  refs: string | null;
  action: string;
  changedFields: string | null;
  isDeletion: 0 | 1;
}

const CHANGE_COLUMNS = `log.record_id AS id, log.before, log.before_refs AS beforeRefs, log.refs, log.action,
  log.changed_fields AS changedFields, log.after IS NULL AS isDeletion`;

/** Reads the first changes of these records after a moment in the feed, or among those that have no position yet. */
async function readFirst(
  trx: Transaction,
  key: EntityKey,
  { source, since }: { source: 'feed' | 'outbox'; since: number },
  ids: number[],
): Promise<FirstChange[]> {
  if (ids.length === 0) return [];
  const [table, order] = source === 'feed' ? ['change_feed', 'position'] : ['change_outbox', 'version'];
  // the join order makes sure that only the rows of first changes are read
  const sql = `SELECT ${CHANGE_COLUMNS}
    FROM (SELECT record_id, MIN(${order}) AS ${order} FROM ${table}
      WHERE entity = ? AND record_id IN (?) AND ${order} > ? GROUP BY record_id) AS first
    STRAIGHT_JOIN ${table} AS changed
      ON changed.entity = ? AND changed.record_id = first.record_id AND changed.${order} = first.${order}
    STRAIGHT_JOIN data_log AS log ON log.seq = changed.seq`;
  return executeUnprepared<FirstChange[]>(trx, sql, [key, ids, since, key]);
}

/** Reads the first changes of records since a position of the feed, without those that have not changed. */
async function readFirstChanges(
  trx: Transaction,
  key: EntityKey,
  position: number,
  ids: number[],
): Promise<Map<number, FirstChange>> {
  const changes = new Map<number, FirstChange>();
  for (const change of await readFirst(trx, key, { source: 'feed', since: position }, ids))
    changes.set(change.id, change);
  const otherIds = ids.filter((id) => !changes.has(id));
  for (const change of await readFirst(trx, key, { source: 'outbox', since: 0 }, otherIds))
    changes.set(change.id, change);
  return changes;
}

/** Reads the states that records had at a position of the feed, without those that have not changed since; undefined if they did not exist. */
export async function readPastStates(
  trx: Transaction,
  entity: Entity,
  position: number,
  ids: number[],
): Promise<Map<number, StoredRecord | undefined>> {
  const changes = await readFirstChanges(trx, entity.key, position, ids);
  return new Map(
    [...changes].map(([id, change]) => {
      const record = toPastRecord(entity, change.before);
      return [id, record && { record, refs: toPastRefs(change) }];
    }),
  );
}

/** Reads the codes and names that records had at a position of the feed, without those that have not changed since. */
export async function readPastNames(
  trx: Transaction,
  key: EntityKey,
  position: number,
  ids: number[],
): Promise<Map<number, ReferencedRecord>> {
  const changes = [...(await readFirstChanges(trx, key, position, ids)).values()];
  return new Map(
    changes.flatMap(({ id, before }): [number, ReferencedRecord][] => {
      const record = fromJson<ReferencedRecord | null>(before);
      return record ? [[id, record]] : [];
    }),
  );
}

const BATCH_RECORDS = 2000;

/** Yields the states that records had at a position of the feed, without those that have not changed since. */
export async function* readStatesSincePosition(
  trx: Transaction,
  entity: Entity,
  position: number,
  ids: number[],
): AsyncGenerator<RecordState[]> {
  for (let at = 0; at < ids.length; at += BATCH_RECORDS) {
    const changes = await readFirstChanges(trx, entity.key, position, ids.slice(at, at + BATCH_RECORDS));
    yield [...changes.values()].map(({ id, before }) => ({ id, record: toPastRecord(entity, before) }));
  }
}

/** Converts what a record had before a change; undefined if it did not exist. Its codes are those of the log. */
function toPastRecord(entity: Entity, json: string | null): EntityRecord | undefined {
  const before = fromJson<EntityRecord | null>(json);
  // in the order of a stored record; an earlier release may have logged fewer fields
  return before ? Object.assign(fieldsOf(entity, before), systemValuesOf(before)) : undefined;
}

const systemValuesOf = (record: EntityRecord) => {
  const { id, status, version, createTime, updateTime, createdBy, updatedBy, warnings } = record;
  return { id, status, version, createTime, updateTime, createdBy, updatedBy, warnings };
};

/** Earlier releases logged only what the record referred to after the change, which applies to the fields that have not changed. */
function toPastRefs({ beforeRefs, refs, action, changedFields, isDeletion }: FirstChange): Refs {
  if (beforeRefs) return fromJson(beforeRefs);
  const loggedRefs = fromJson<Refs | null>(refs) ?? {};
  if (isDeletion || action === 'reference') return loggedRefs;
  if (changedFields === null) return {};
  const changed = new Set(changedFields.split(','));
  return Object.fromEntries(
    Object.entries(loggedRefs).filter(([pointer]) => !changed.has(pointer.split('/')[1] ?? '')),
  );
}

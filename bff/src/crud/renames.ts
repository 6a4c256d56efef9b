import { type Database, executeUnprepared, type Transaction, transactWithinTimeLimit } from '#database';
import type { EntityKey } from '#http/contract.ts';
import type { TimeLimited } from '#http/time-limits.ts';
import { appendChanges } from '#record-log/append.ts';
import { readLoggedVersions } from './history/versions.ts';
import type { CrudContext, Entity, FieldValues, Rename, ResolvedValues, StoredRecord } from './model.ts';
import { changedFields, changedPointers, writeAt } from './pointers.ts';
import { referencedEntityKey, referenceFields } from './references/reference-paths.ts';
import { fieldsOf, lockRecords } from './rows.ts';

const renamesByTransaction = new WeakMap<Transaction, Rename[]>();

/** Returns a list to which `noteRenames` will add the renames of this transaction. */
export function collectRenames(trx: Transaction): Rename[] {
  const renames: Rename[] = [];
  renamesByTransaction.set(trx, renames);
  return renames;
}

/** Notes the changes that give a record another code. @throws Error if nothing would update the records that refer to it */
export function noteRenames(
  trx: Transaction,
  kind: EntityKey,
  changes: { current: StoredRecord; values?: ResolvedValues }[],
  { actor, proposer, changeSetId }: Omit<Rename, 'kind' | 'id' | 'from'>,
): void {
  for (const { current, values } of changes) {
    const { id, code } = current.record;
    if (values === undefined || code === undefined || values.fields.code === code) continue;
    const renames = renamesByTransaction.get(trx);
    if (!renames)
      throw new Error(
        'A record is renamed outside of transactUpdatingReferrers, so records that refer to it would not be updated.',
      );
    renames.push({ kind, id, from: code, actor, proposer, changeSetId });
  }
}

/** Up to this many referrers are updated in the renaming transaction; if there are more, a task updates all of them. */
const MAX_REFERRERS_IN_TRANSACTION = 2000;
/** Computing this many records at a time blocks other requests for less than 30 ms. */
const BATCH_RECORDS = 100;

/** Runs a transaction that writes records, within the time limit of a request. If it renames some, records that refer to them get a new version. */
export const transactUpdatingReferrers = <T>(
  crud: CrudContext,
  timeLimited: TimeLimited,
  write: (trx: Transaction) => Promise<T>,
): Promise<T> =>
  transactWithinTimeLimit(timeLimited, crud.db, (trx) => writeUpdatingReferrers(crud, trx, () => write(trx)));

/** Writes records within a transaction. If that renames some, records that refer to them get a new version. */
export async function writeUpdatingReferrers<T>(
  crud: CrudContext,
  trx: Transaction,
  write: () => Promise<T>,
): Promise<T> {
  const renames = collectRenames(trx);
  const result = await write();
  if (renames.length > 0) await updateReferrers(crud, trx, renames);
  return result;
}

async function updateReferrers(crud: CrudContext, trx: Transaction, renames: Rename[]): Promise<void> {
  const referrers: { entity: Entity; ids: number[] }[] = [];
  let total = 0;
  for (const entity of referringEntities(crud, renames)) {
    const ids = await readReferrerIds(trx, entity, renames, { limit: MAX_REFERRERS_IN_TRANSACTION + 1 });
    referrers.push({ entity, ids });
    total += ids.length;
    if (total > MAX_REFERRERS_IN_TRANSACTION) return crud.queueReferenceUpdates(trx, renames);
  }
  for (const { entity, ids } of referrers) await writeReferrerVersions(trx, entity, ids, renames);
}

/** Returns the entities that may refer to the renamed records, in a fixed order to prevent deadlocks. */
export function referringEntities(
  { entities }: Pick<CrudContext, 'entities'>,
  renames: Pick<Rename, 'kind'>[],
): Entity[] {
  const renamed = new Set(renames.map(({ kind }) => kind));
  return entities.filter((entity) => columnsReferringTo(entity, renamed).length > 0);
}

const columnsReferringTo = (entity: Entity, entityKeys: ReadonlySet<EntityKey>) =>
  referenceFields(entity).flatMap(({ column, reference, referenceList }) => {
    const entityKey = reference ?? referenceList?.reference;
    if (entityKey === undefined || !entityKeys.has(entityKey)) return [];
    const columns = referenceList
      ? { table: referenceList.table, id: 'record_id', target: 'target_id' }
      : { table: entity.table, id: 'id', target: column };
    return [{ entityKey, ...columns }];
  });

/** Returns the columns of an entity that may refer to renamed records, with the ids of those. */
const referringFields = (entity: Entity, renames: Pick<Rename, 'kind' | 'id'>[]) =>
  columnsReferringTo(entity, new Set(renames.map(({ kind }) => kind))).map((field) => ({
    ...field,
    targets: renames.filter(({ kind }) => kind === field.entityKey).map(({ id }) => id),
  }));

/** Reads in order the ids of an entity's records that refer to renamed ones. */
export async function readReferrerIds(
  db: Database,
  entity: Entity,
  renames: Pick<Rename, 'kind' | 'id'>[],
  { after = 0, limit }: { after?: number; limit: number },
): Promise<number[]> {
  const fields = referringFields(entity, renames);
  // a list may refer to several of the renamed records
  const selects = fields.map(() => '(SELECT DISTINCT ?? AS id FROM ?? WHERE ?? IN (?) AND ?? > ? ORDER BY ?? LIMIT ?)');
  const values = fields.flatMap(({ table, id, target, targets }) => [id, table, target, targets, id, after, id, limit]);
  const sql = `${selects.join(' UNION ')} ORDER BY id LIMIT ?`;
  const rows = await executeUnprepared<{ id: number }[]>(db, sql, [...values, limit]);
  return rows.map(({ id }) => id);
}

/** Counts the records that refer to renamed ones. */
export async function countReferrers(
  crud: Pick<CrudContext, 'entities'>,
  db: Database,
  renames: Pick<Rename, 'kind' | 'id'>[],
): Promise<number> {
  const counts = await countReferrersByKind(crud, db, renames);
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** Counts the records that refer to some others, by their kind; kinds without any are left out. */
export async function countReferrersByKind(
  crud: Pick<CrudContext, 'entities'>,
  db: Database,
  referenced: Pick<Rename, 'kind' | 'id'>[],
): Promise<Map<EntityKey, number>> {
  const counts = new Map<EntityKey, number>();
  for (const entity of referringEntities(crud, referenced)) {
    const count = await countReferrersOfKind(db, entity, referenced);
    if (count > 0) counts.set(entity.key, count);
  }
  return counts;
}

/** Counts the records of an entity that refer to some others and match a condition on the row `own`. */
export async function countReferrersOfKind(
  db: Database,
  entity: Entity,
  referenced: Pick<Rename, 'kind' | 'id'>[],
  condition?: { sql: string; values: unknown[] },
): Promise<number> {
  const fields = referringFields(entity, referenced);
  // `UNION` leaves out repeated ids; a single field needs `DISTINCT` for that
  const selects = fields.map(() => 'SELECT DISTINCT ?? AS id FROM ?? WHERE ?? IN (?)').join(' UNION ');
  const values = fields.flatMap(({ table, id, target, targets }) => [id, table, target, targets]);
  const matching = condition ? `JOIN ?? AS own ON own.id = referrer.id WHERE ${condition.sql}` : '';
  const rows = await executeUnprepared<{ n: number }[]>(
    db,
    `SELECT COUNT(*) AS n FROM (${selects}) AS referrer ${matching}`,
    [...values, ...(condition ? [entity.table, ...condition.values] : [])],
  );
  return Number(rows[0]?.n);
}

/**
 * Writes a new version of each of these records whose last logged version has outdated codes, and returns their number. The records'
 * contributors and reviews are not affected.
 */
export async function writeReferrerVersions(
  trx: Transaction,
  entity: Entity,
  ids: number[],
  renames: Rename[],
): Promise<number> {
  let count = 0;
  for (let at = 0; at < ids.length; at += BATCH_RECORDS)
    count += await writeBatch(trx, entity, ids.slice(at, at + BATCH_RECORDS), renames);
  return count;
}

async function writeBatch(trx: Transaction, entity: Entity, ids: number[], renames: Rename[]): Promise<number> {
  const changes = await findStaleRecords(trx, entity, [...(await lockRecords(trx, entity, ids)).values()], renames);
  const time = new Date();
  const names = referenceFields(entity).map(({ name }) => name);
  const rows = changes.map(({ stored: { record, refs }, rename, earlierFields: fieldsBeforeRename }) => {
    // the reason is left out, as it belongs to the renamed record and may be confidential
    const { actor, proposer, changeSetId } = rename;
    const version = record.version + 1;
    const after = { ...record, version, updateTime: time.toISOString(), updatedBy: proposer ?? actor.username };
    const before = { ...record, ...fieldsBeforeRename, warnings: entity.warnings?.(fieldsBeforeRename) ?? [] };
    return {
      entity: entity.key,
      recordId: record.id,
      code: record.code ?? null,
      action: 'reference' as const,
      version,
      actor,
      proposer,
      changeSetId,
      time,
      before,
      after,
      refs,
      refsBefore: refs,
      changedFields: changedFields(before, after, names),
    };
  });
  const updates = [...new Set(rows.map(({ after }) => after.updatedBy))].map((updatedBy) => {
    const recordIds = rows.filter(({ after }) => after.updatedBy === updatedBy).map(({ recordId }) => recordId);
    const sql = 'UPDATE ?? SET version = version + 1, update_time = ?, updated_by = ? WHERE id IN (?)';
    return { sql, values: [entity.table, time, updatedBy, recordIds] };
  });
  if (rows.length > 0) await appendChanges(trx, rows, { statementsBefore: updates });
  return rows.length;
}

/** A record that refers to a renamed one, and whose last logged version therefore has an outdated code. */
interface StaleRecord {
  stored: StoredRecord;
  /** The rename of a record to which it refers; the first one if several were renamed. */
  rename: Rename;
  /** The fields of the record as they were last logged, so with the codes from before the renames. */
  earlierFields: FieldValues;
}

/** Finds the records that refer to renamed ones and whose last logged version has outdated codes. */
async function findStaleRecords(
  trx: Transaction,
  entity: Entity,
  records: StoredRecord[],
  renames: Rename[],
): Promise<StaleRecord[]> {
  const names = referenceFields(entity).map(({ name }) => name);
  const renameByRecord = new Map(renames.map((rename) => [`${rename.kind} ${rename.id}`, rename]));
  const versions = records.map(({ record: { id, version } }) => ({ recordId: id, version }));
  const loggedAt = await readLoggedVersions(trx, entity, versions);
  return records.flatMap((stored) => {
    const { record, refs } = stored;
    const renamed = Object.entries(refs).flatMap(([pointer, id]) => {
      const rename = renameByRecord.get(`${referencedEntityKey(entity, pointer)} ${id}`);
      return rename ? [{ pointer, rename }] : [];
    });
    const [first] = renamed;
    if (!first) return [];
    const fields = fieldsOf(entity, record);
    const logged = loggedAt({ recordId: record.id, version: record.version })?.after.fields;
    if (logged && changedPointers(logged, fields, names).length === 0) return [];
    const earlierFields = structuredClone(fields);
    if (logged) for (const name of names) earlierFields[name] = logged[name];
    // if retention has removed the version, only the code before the rename is known
    else for (const { pointer, rename } of renamed) writeAt(earlierFields, pointer, rename.from);
    return [{ stored, rename: first.rename, earlierFields }];
  });
}

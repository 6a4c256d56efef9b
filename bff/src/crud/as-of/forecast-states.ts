import type { Entity, EntityRecord, Forecast, FutureRename, RecordState, Refs, StoredRecord } from '#crud/model.ts';
import { changedFields } from '#crud/pointers.ts';
import {
  type ReferencedRecord,
  type ReferencedRecords,
  readReferencedRecords,
  referencedEntityKey,
} from '#crud/references/reference-paths.ts';
import { readReferrerIds, referringEntities } from '#crud/renames.ts';
import { hydrateReferenceCodes, toStoredRecords } from '#crud/rows.ts';
import type { Transaction } from '#database';
import type { QueryFields } from './query-fields.ts';

/** Returns the states that records will have, with their warnings, without those that stay as they are. */
export function readForecastStates(
  entity: Entity,
  { states }: Forecast,
  ids: number[],
): Map<number, StoredRecord | undefined> {
  const statesOfKind = states.get(entity.key);
  return new Map(
    ids.flatMap((id) => {
      if (!statesOfKind?.has(id)) return [];
      const stored = statesOfKind.get(id);
      if (stored) stored.record.warnings = entity.warnings?.(stored.record) ?? [];
      return [[id, stored] as const];
    }),
  );
}

/** Returns a record with the version that it gets as the records to which it refers are renamed; the same if none is. */
export function followRenames(entity: Entity, stored: StoredRecord, renames: FutureRename[]): StoredRecord {
  const referred = referredBy(entity, stored);
  const renamesBySet = new Map(
    renames.filter(({ kind, id }) => referred.has(`${kind} ${id}`)).map((rename) => [rename.setId, rename]),
  );
  const last = [...renamesBySet.values()].at(-1);
  if (!last) return stored;
  const { updateTime, updatedBy } = last;
  const version = stored.record.version + renamesBySet.size;
  return { record: { ...stored.record, version, updateTime, updatedBy }, refs: stored.refs };
}

const referredBy = (entity: Entity, { refs }: StoredRecord): Set<string> =>
  new Set(Object.entries(refs).map(([pointer, id]) => `${referencedEntityKey(entity, pointer)} ${id}`));

/** Reads the records that references point to, with the codes and names that they will have. */
export async function readForecastNames(
  trx: Transaction,
  entity: Entity,
  { states }: Forecast,
  refs: Refs[],
): Promise<ReferencedRecords> {
  const records = new Map(await readReferencedRecords(trx, entity, refs));
  // the cast: what others refer to has a code and names
  for (const [key, statesOfKind] of states)
    for (const [id, stored] of statesOfKind)
      if (stored) records.set(`${key} ${id}`, stored.record as EntityRecord & ReferencedRecord);
  return records;
}

const BATCH_RECORDS = 2000;

/**
 * Yields the states of the records of an entity that change in what a query depends on, and those of records that refer to one whose code
 * changes.
 */
export async function* statesOfForecast(
  trx: Transaction,
  entity: Entity,
  forecast: Forecast,
  fields: QueryFields,
): AsyncGenerator<RecordState[]> {
  const states = forecast.states.get(entity.key) ?? new Map<number, StoredRecord | undefined>();
  yield [...states].flatMap(([id, stored]) => (stored ? [] : [{ id, record: undefined }]));
  const { renames } = forecast;
  const renamed = new Set(renames.map(({ kind, id }) => `${kind} ${id}`));
  const refersToRenamed = (stored: StoredRecord) => [...referredBy(entity, stored)].some((key) => renamed.has(key));
  const changed = [...states.values()].flatMap((stored) => {
    if (!stored) return [];
    const live = forecast.live.get(`${entity.key} ${stored.record.id}`);
    return differs(live, stored, fields) || refersToRenamed(stored) ? [stored] : [];
  });
  for (let at = 0; at < changed.length; at += BATCH_RECORDS)
    yield toStates(trx, entity, forecast, changed.slice(at, at + BATCH_RECORDS));
  if (referringEntities({ entities: [entity] }, renames).length === 0) return;
  for (let after = 0, size = BATCH_RECORDS; size === BATCH_RECORDS; ) {
    const ids = await readReferrerIds(trx, entity, renames, { after, limit: BATCH_RECORDS });
    const otherIds = ids.filter((id) => !states.has(id));
    const rows = otherIds.length > 0 ? await trx(entity.table).whereIn('id', otherIds) : [];
    const referrers = await toStoredRecords(trx, entity, rows);
    const followed = referrers.map((stored) => followRenames(entity, stored, renames));
    yield toStates(trx, entity, forecast, followed);
    [after, size] = [ids.at(-1) ?? after, ids.length];
  }
}

const differs = (live: StoredRecord | undefined, { record }: StoredRecord, fields: QueryFields): boolean =>
  !live || fields.hasValuesOfAnyChange || changedFields(live.record, record, [...fields.names]).length > 0;

/** Sets the codes that referenced records will have. */
async function toStates(
  trx: Transaction,
  entity: Entity,
  forecast: Forecast,
  stored: StoredRecord[],
): Promise<RecordState[]> {
  const refs = stored.map((each) => each.refs);
  const names = await readForecastNames(trx, entity, forecast, refs);
  for (const { record, refs } of stored) hydrateReferenceCodes(entity, { fields: record, refs }, names);
  return stored.map(({ record }) => ({ id: record.id, record }));
}

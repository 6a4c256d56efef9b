import type { Entity, RecordState, StoredRecord } from '#crud/model.ts';
import {
  type ReferencedRecords,
  readReferencedRecords,
  referencedEntityKey,
} from '#crud/references/reference-paths.ts';
import { hydrateReferenceCodes, toStoredRecords } from '#crud/rows.ts';
import type { Transaction } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { readChangedIds } from './changed-ids.ts';
import { followRenames, readForecastNames, readForecastStates, statesOfForecast } from './forecast-states.ts';
import type { Moment } from './moment.ts';
import { readPastNames, readPastStates, readStatesSincePosition } from './past-states.ts';
import type { QueryFields } from './query-fields.ts';

/** The states of the records that differ from what is stored now. */
interface DifferentStates {
  /** How many there are at least. */
  count: number;
  states: AsyncGenerator<RecordState[]>;
}

/** Finds the records that differ from what is stored now in a field that a query depends on; in the past up to a limit. */
export async function findDifferentStates(
  trx: Transaction,
  entity: Entity,
  { position, forecast }: Moment,
  { fields, limit }: { fields: QueryFields; limit: number },
): Promise<DifferentStates> {
  if (forecast) return { count: 0, states: statesOfForecast(trx, entity, forecast, fields) };
  const ids = await readChangedIds(trx, entity.key, { position, fields, limit });
  return { count: ids.length, states: readStatesSincePosition(trx, entity, position, ids) };
}

/** Records as they are at a moment, and what they refer to as it is then. */
interface RecordsAsOf {
  stored: StoredRecord[];
  referencedRecords: ReferencedRecords;
}

/** Reads records as they are at a moment, in the order of the ids, without those that do not exist then. The transaction must be a consistent snapshot. */
export async function readRecordsAsOf(
  trx: Transaction,
  entity: Entity,
  moment: Moment,
  ids: number[],
): Promise<RecordsAsOf> {
  const { position, forecast } = moment;
  const states = forecast
    ? readForecastStates(entity, forecast, ids)
    : await readPastStates(trx, entity, position, ids);
  const unchangedIds = ids.filter((id) => !states.has(id));
  const rows = unchangedIds.length > 0 ? await trx(entity.table).whereIn('id', unchangedIds) : [];
  const unchanged = new Map(
    (await toStoredRecords(trx, entity, rows)).map((each) => [
      each.record.id,
      forecast ? followRenames(entity, each, forecast.renames) : each,
    ]),
  );
  const stored = ids.flatMap((id) => (states.has(id) ? states.get(id) : unchanged.get(id)) ?? []);
  const referencedRecords = await readReferencedRecordsAsOf(trx, entity, moment, stored);
  for (const { record, refs } of stored) hydrateReferenceCodes(entity, { fields: record, refs }, referencedRecords);
  return { stored, referencedRecords };
}

async function readReferencedRecordsAsOf(
  trx: Transaction,
  entity: Entity,
  { position, forecast }: Moment,
  stored: StoredRecord[],
): Promise<ReferencedRecords> {
  const refs = stored.map((each) => each.refs);
  if (forecast) return readForecastNames(trx, entity, forecast, refs);
  const referencedRecords = new Map(await readReferencedRecords(trx, entity, refs));
  const idsByEntity = new Map<EntityKey, Set<number>>();
  for (const [pointer, id] of refs.flatMap((each) => Object.entries(each))) {
    const key = referencedEntityKey(entity, pointer);
    if (key) idsByEntity.set(key, (idsByEntity.get(key) ?? new Set()).add(id));
  }
  for (const [key, ids] of idsByEntity)
    for (const [id, record] of await readPastNames(trx, key, position, [...ids]))
      referencedRecords.set(`${key} ${id}`, record);
  return referencedRecords;
}

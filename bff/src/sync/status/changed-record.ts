import type { Knex } from 'knex';
import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';
import { mayReadChanges, type Reader } from '#http/permissions.ts';

type ChangedRecord = Schemas['ChangedRecord'];

/** Of a row of `change_feed` as `feed` with its `data_log` as `log`. */
export const changedColumns = {
  ...{ changePosition: 'feed.position', changeEntity: 'feed.entity', recordId: 'feed.record_id' },
  ...{ code: 'log.code', action: 'log.action', version: 'log.version' },
};

type ChangedRow = Record<string, unknown>;

/** Null where there is no such change; without its code for whoever may not read the kind. */
export function toChangedRecord(row: ChangedRow, reader: Reader): ChangedRecord | null {
  const { changePosition: position, changeEntity: entity, recordId, code, action, version } = row;
  if (position === null || version === null) return null;
  // what the sequencer and the log have written
  const changed = { position, entity, recordId, code, action, version } as ChangedRecord;
  return mayReadChanges(reader, changed.entity) ? changed : { ...changed, code: null };
}

/** The changes of a kind that a lane has not done with, in order. */
export function changesAfter(
  db: Database,
  { entity, position, ahead }: { entity: string; position: number; ahead: number[] },
): Knex.QueryBuilder {
  const changes = db({ feed: 'change_feed' }).where('feed.entity', entity).where('feed.position', '>', position);
  return changes.whereNotIn('feed.position', ahead).orderBy('feed.position');
}

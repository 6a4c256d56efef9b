import type { EntityRecord, Refs } from '#crud/model.ts';
import { fromJson } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { FeedRow } from './feed-rows.ts';
import { everything, type Filter } from './filter.ts';

export type ChangeItem = Schemas['ChangeItem'];

/**
 * What a subscriber gets of a change: the record, or a tombstone where it was deleted or left the filter; null where the
 * filter keeps all of it away.
 */
export function deliverable(row: FeedRow, filter: Filter = everything): ChangeItem | null {
  const { position, entity, recordId, code, action, version } = row;
  const record = shown(row, filter);
  if (!record && !wasShown(row, filter)) return null;
  return {
    id: `chg_${position}`,
    schema: 1,
    position,
    entity,
    recordId,
    code,
    // the record answers something else than before, whatever that comes from
    action: action === 'reference' ? 'update' : action,
    version,
    time: row.time.toISOString(),
    deleted: !record,
    // the record of its kind, as it was answered and logged
    record: record as ChangeItem['record'],
  };
}

function shown({ entity, recordId, after, refs }: FeedRow, filter: Filter): EntityRecord | null {
  const record = fromJson<EntityRecord | null>(after);
  if (!record || filter === everything) return record;
  return filter({ entity, recordId, record, refs: refsOf(refs) }) ? record : null;
}

function wasShown({ entity, recordId, action, before, after, refs }: FeedRow, filter: Filter): boolean {
  if (before === null || filter === everything) return before !== null;
  // the log's ids are those of `after`, but of `before` for a deletion; another code stands for the same one
  const known = after === null || action === 'reference' ? refsOf(refs) : undefined;
  return filter({ entity, recordId, record: fromJson(before), refs: known });
}

const refsOf = (refs: string | null): Refs | undefined => fromJson(refs) ?? undefined;

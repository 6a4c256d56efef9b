import { codeAndNameOf, entityByKey } from '#crud/entity.ts';
import type { CrudContext, EntityRecord } from '#crud/model.ts';
import { changedPointers } from '#crud/pointers.ts';
import { mayRead } from '#http/caller.ts';
import type { EntityKey, Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import type { RecordLogChange } from '#record-log/append.ts';

/** What several changes of a record come to. */
export interface NetChange {
  entity: EntityKey;
  recordId: number;
  before: EntityRecord | null;
  after: EntityRecord | null;
}

/** Sums up the changes of each record, which are in the order in which they were logged. */
export function toNetChanges(changes: RecordLogChange[]): NetChange[] {
  const byRecord = new Map<string, NetChange>();
  for (const { entity, recordId, before, after } of changes) {
    const key = `${entity} ${recordId}`;
    // the casts: the log has records in the contract's form
    const first = byRecord.get(key)?.before ?? (byRecord.has(key) ? null : (before as EntityRecord | null));
    byRecord.set(key, { entity, recordId, before: first, after: after as EntityRecord | null });
  }
  return [...byRecord.values()];
}

/** Returns the pointers of the fields that a change of a record changes, and `/status`. */
export function pointersOfChange(crud: Pick<CrudContext, 'entities'>, { entity, before, after }: NetChange): string[] {
  if (!before || !after) return [];
  return changedPointers(before, after, [...entityByKey(crud, entity).fields.map(({ name }) => name), 'status']);
}

const MAX_WARNINGS = 100;

/** Finds the warnings that begin and end, about records of kinds that the caller may read. */
export function compareWarnings(
  crud: Pick<CrudContext, 'entities'>,
  changes: NetChange[],
  caller: Caller,
): Schemas['Impact']['warnings'] {
  const readable = changes.filter(({ entity }) => mayRead(caller, entity));
  const findNew = (side: 'before' | 'after', otherSide: 'before' | 'after'): Schemas['ImpactWarnings'] => {
    const found = readable.flatMap((change): Schemas['ImpactWarning'][] => {
      const record = change[side];
      const known = new Set(change[otherSide]?.warnings.map(keyOf));
      const warnings = record?.warnings.filter((warning) => !known.has(keyOf(warning))) ?? [];
      if (!record || warnings.length === 0) return [];
      const { code, name } = codeAndNameOf(entityByKey(crud, change.entity), record);
      const recordId = change.before ? change.recordId : null;
      return warnings.map((warning) => ({ entity: change.entity, recordId, code, name, ...warning }));
    });
    return { total: found.length, items: found.slice(0, MAX_WARNINGS) };
  };
  return { opened: findNew('after', 'before'), closed: findNew('before', 'after') };
}

const keyOf = ({ pointer, rule }: Schemas['Warning']) => `${rule} ${pointer}`;

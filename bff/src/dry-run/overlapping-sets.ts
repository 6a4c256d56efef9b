import { queryVisibleSets } from '#change-sets/query-sets.ts';
import { type SetItem, toSetItem } from '#change-sets/set-items.ts';
import type { StoredSet } from '#change-sets/stored-set.ts';
import { codeAndNameOf, entityByKey } from '#crud/entity.ts';
import type { CrudContext } from '#crud/model.ts';
import { changedPointers } from '#crud/pointers.ts';
import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { type NetChange, pointersOfChange } from './net-changes.ts';

const MAX_SETS = 20;
const MAX_RECORDS = 20;

/** The statuses in which a set can come into effect no more, or only after it is opened again. */
const CLOSED_STATUSES: Schemas['ChangeSetStatus'][] = ['rejected', 'released', 'reverted', 'withdrawn'];

/** Stands for all fields of a record and its status. */
const EVERYTHING = '';
const STATUS = '/status';

interface OverlappingItem {
  setId: number;
  record: Schemas['OverlappingChangeSet']['records'][number];
}

/** Finds other change sets that change the same fields and are not in effect yet. */
export async function findOverlappingSets(
  crud: CrudContext,
  db: Database,
  changes: NetChange[],
  ownSetId: number | undefined,
  caller: Caller,
): Promise<Schemas['Impact']['changeSets']> {
  const items = await findOverlappingItems(crud, db, changes, ownSetId);
  const ids = [...new Set(items.map(({ setId }) => setId))];
  const visible: Pick<StoredSet, 'id' | 'title' | 'status'>[] =
    ids.length === 0
      ? []
      : await queryVisibleSets(crud, db, caller)
          .whereIn('change_set.id', ids)
          .orderBy('change_set.id')
          .limit(MAX_SETS)
          .select('change_set.id', 'change_set.title', 'change_set.status');
  return {
    total: ids.length,
    items: visible.map(({ id, title, status }) => {
      const records = items.filter(({ setId }) => setId === id).map(({ record }) => record);
      return { id, title, status, records: records.slice(0, MAX_RECORDS) };
    }),
  };
}

async function findOverlappingItems(
  crud: CrudContext,
  db: Database,
  changes: NetChange[],
  ownSetId = -1,
): Promise<OverlappingItem[]> {
  const overlapping: OverlappingItem[] = [];
  const ownPointers = (change: NetChange) => (change.after ? pointersOfChange(crud, change) : [EVERYTHING]);
  for (const key of new Set(changes.map(({ entity }) => entity))) {
    const entity = entityByKey(crud, key);
    const changesOfKind = new Map(
      changes.filter((change) => change.entity === key).map((change) => [change.recordId, change]),
    );
    const rows = await db('proposal')
      .join('change_set', 'change_set.id', 'proposal.change_set_id')
      .where({ 'proposal.entity': key, 'change_set.kind': 'manual' })
      .whereNot('change_set.id', ownSetId)
      .whereNotIn('change_set.status', CLOSED_STATUSES)
      .whereIn('proposal.record_id', [...changesOfKind.keys()])
      .orderBy('proposal.id')
      .select('proposal.*');
    for (const row of rows) {
      const item = toSetItem(row);
      const change = changesOfKind.get(item.recordId ?? 0);
      const common = change && commonPointers(pointersOf(item), ownPointers(change));
      if (!change?.before || !common) continue;
      const { code, name } = codeAndNameOf(entity, change.before);
      const record = { entity: key, recordId: change.recordId, code, name, changes: common };
      overlapping.push({ setId: Number(row.change_set_id), record });
    }
  }
  return overlapping;
}

const pointersOf = ({ action, base, after, event }: SetItem): string[] => {
  if (action === 'delete') return [EVERYTHING];
  return [...(after ? changedPointers(base.fields, after.fields) : []), ...(event ? [STATUS] : [])];
};

/** Returns the pointers that both have; undefined if there is nothing that both change. */
function commonPointers(some: string[], others: string[]): string[] | undefined {
  if (some.includes(EVERYTHING) || others.includes(EVERYTHING)) return [];
  const common = some.filter((pointer) => others.includes(pointer));
  return common.length > 0 ? common : undefined;
}

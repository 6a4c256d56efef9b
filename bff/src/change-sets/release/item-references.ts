import { entityByKey } from '#crud/entity.ts';
import type { CrudContext, ResolvedValues } from '#crud/model.ts';
import { readAt } from '#crud/pointers.ts';
import { collectReferences } from '#crud/references/reference-paths.ts';
import type { Database, Transaction } from '#database';
import { queryItems, readSetItems, type SetItem } from '../set-items.ts';
import type { StoredSet } from '../stored-set.ts';
import type { IdReader } from './set-source.ts';

/** An item to which a reference −7 leads, as it gives a code to a record. */
export interface ReferredItem {
  /** Null until the record is created. */
  recordId: number | null;
  /** The code that the item gives to its record. */
  code: string | null;
  /** Whether the record has got it. */
  isReleased: boolean;
  setStatus: StoredSet['status'];
}

/**
 * Returns the items of a set, in which references to items of earlier sets lead to the records that have got their codes from these, and
 * otherwise stay as they are, such as one to an item that was removed or gives another code by now, or whose set has not been released.
 * `recordIds` has the records by the id of the item where these are not stored.
 */
export async function replaceItemReferences(
  db: Database,
  items: SetItem[],
  recordIds: ReadonlyMap<number, number> = new Map(),
): Promise<SetItem[]> {
  const ownIds = new Set(items.filter(({ action }) => action === 'create').map(({ id }) => id));
  const ids = items.flatMap(refsOf).filter((id) => id < 0 && !ownIds.has(-id));
  return followReferences(
    items,
    await readReferredItems(db, ids),
    (item, id) => recordIds.get(id) ?? (item.isReleased && item.recordId),
  );
}

/**
 * Stores with the items of a set where their references to removed items lead: to the records that have the codes at the end of the set.
 * From then on they mean these, as whoever decides on the set reads it so.
 */
export async function settleRemovedReferences(
  crud: Pick<CrudContext, 'entities'>,
  trx: Transaction,
  setId: number,
  readIds: IdReader,
): Promise<void> {
  const items = await readSetItems(trx, setId);
  const existing = await readReferredItems(
    trx,
    items.flatMap(refsOf).filter((id) => id < 0),
  );
  const isRemoved = (id: number | undefined) => id !== undefined && id < 0 && !existing.has(-id);
  const referring = items.filter(({ after }) => Object.values(after?.refs ?? {}).some(isRemoved));
  for (const { id: itemId, entity, base, after } of referring) {
    if (!after) continue;
    const paths = collectReferences(entityByKey(crud, entity), after.fields);
    const removed = paths.filter(({ pointer }) => isRemoved(after.refs[pointer]));
    const ids = await readIds(trx, removed);
    const found = removed.flatMap(({ pointer, entityKey, code }): [string, number][] => {
      const id = ids.get(`${entityKey} ${code}`);
      return id === undefined ? [] : [[pointer, id]];
    });
    const refs = { base: base.refs, after: { ...after.refs, ...Object.fromEntries(found) } };
    await queryItems(trx, setId)
      .where('id', itemId)
      .update({ refs: JSON.stringify(refs) });
  }
}

/** Returns items in which references to other items lead to the records that have got their codes from these, or will. */
export async function followItemReferences(db: Database, items: SetItem[]): Promise<SetItem[]> {
  const ids = items.flatMap(refsOf).filter((id) => id < 0);
  return followReferences(
    items,
    await readReferredItems(db, ids),
    ({ recordId, isReleased, setStatus }) => (isReleased || setStatus === 'scheduled') && recordId,
  );
}

const refsOf = ({ base, after }: SetItem): number[] => [
  ...Object.values(base.refs),
  ...Object.values(after?.refs ?? {}),
];

/** Replaces references −7 by the record of the item 7, where it gives the code with which it is referred to. */
function followReferences(
  items: SetItem[],
  referred: ReadonlyMap<number, ReferredItem>,
  findRecordId: (item: ReferredItem, id: number) => number | null | false,
): SetItem[] {
  if (referred.size === 0) return items;
  const follow = ({ fields, refs }: ResolvedValues): ResolvedValues => ({
    fields,
    refs: Object.fromEntries(
      Object.entries(refs).map(([pointer, id]) => {
        const item = referred.get(-id);
        const recordId = item && item.code === readAt(fields, pointer) && findRecordId(item, -id);
        return [pointer, recordId || id];
      }),
    ),
  });
  return items.map((item) => ({ ...item, base: follow(item.base), after: item.after && follow(item.after) }));
}

/** Reads the items to which these references lead, by id; those that were removed are not among them. */
export async function readReferredItems(db: Database, refs: number[]): Promise<Map<number, ReferredItem>> {
  if (refs.length === 0) return new Map();
  const ids = new Set(refs.map((id) => -id));
  const rows: (Omit<ReferredItem, 'isReleased'> & {
    id: number;
    writtenVersion: number | null;
    outcome: string | null;
  })[] = await db('proposal')
    .join('change_set', 'change_set.id', 'proposal.change_set_id')
    .whereIn('proposal.id', [...ids])
    .select('proposal.id', 'outcome', {
      recordId: 'record_id',
      code: 'final_code',
      writtenVersion: 'written_version',
      setStatus: 'change_set.status',
    });
  return new Map(
    rows.map(({ id, recordId, code, setStatus, writtenVersion, outcome }) => {
      const isReleased = writtenVersion !== null && outcome !== 'reverted';
      return [id, { recordId, code, isReleased, setStatus }];
    }),
  );
}

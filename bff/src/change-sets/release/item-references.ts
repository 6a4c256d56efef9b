import { entityByKey } from '#crud/entity.ts';
import type { CrudContext, Refs, ResolvedValues } from '#crud/model.ts';
import { readAt } from '#crud/pointers.ts';
import { collectReferences, readIdsByCode } from '#crud/references/reference-paths.ts';
import type { Database } from '#database';
import { readCodeChanges, type SetItem } from '../set-items.ts';
import type { StoredSet } from '../stored-set.ts';
import { createIdReader, type IdReader } from './set-source.ts';

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

/** The records as they are before a set is released. */
interface StateBefore {
  /** Reads the ids of references. */
  readIds: IdReader;
  /** The ids of the records to which items of earlier sets give their codes, by the item's id, where these are not stored. */
  recordIds: ReadonlyMap<number, number>;
}

/**
 * Returns the items of a set, in which references to items of earlier sets lead to the records that have got their codes from these, and
 * references to items which were removed since to the records that have the codes. Other references stay as they are, such as one to an
 * item that gives another code by now, or whose set has not been released.
 */
export async function replaceItemReferences(
  crud: Pick<CrudContext, 'entities'>,
  db: Database,
  setId: number,
  items: SetItem[],
  { readIds, recordIds }: StateBefore = { readIds: readIdsByCode, recordIds: new Map() },
): Promise<SetItem[]> {
  const ownIds = new Set(items.filter(({ action }) => action === 'create').map(({ id }) => id));
  const isOther = (id: number | undefined): id is number => id !== undefined && id < 0 && !ownIds.has(-id);
  const referred = await readReferredItems(db, items.flatMap(refsOf).filter(isOther));
  const isRemoved = (id: number | undefined) => isOther(id) && !referred.has(-id);
  const references = items.flatMap((item) => {
    const { after, entity } = item;
    if (!after || !Object.values(after.refs).some(isRemoved)) return [];
    const paths = collectReferences(entityByKey(crud, entity), after.fields);
    return paths.filter(({ pointer }) => isRemoved(after.refs[pointer])).map((path) => ({ ...path, item }));
  });
  const replacedRefs = new Map<SetItem, Refs>();
  if (references.length > 0) {
    const ids = await createIdReader(await readCodeChanges(db, setId), readIds)(db, references);
    for (const { item, pointer, entityKey, code } of references) {
      const id = ids.get(`${entityKey} ${code}`);
      if (id !== undefined) replacedRefs.set(item, { ...(replacedRefs.get(item) ?? item.after?.refs), [pointer]: id });
    }
  }
  const replaced = items.map((item) => {
    const refs = replacedRefs.get(item);
    return item.after && refs ? { ...item, after: { ...item.after, refs } } : item;
  });
  return followReferences(replaced, referred, (item, id) => recordIds.get(id) ?? (item.isReleased && item.recordId));
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

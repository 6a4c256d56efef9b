import { entityByKey } from '#crud/entity.ts';
import type { CrudContext, Refs, ResolvedValues } from '#crud/model.ts';
import { collectReferences, readIdsByCode } from '#crud/references/reference-paths.ts';
import type { Database } from '#database';
import { readCodeChanges, type SetItem } from '../set-items.ts';
import { createIdReader, type IdReader } from './set-source.ts';

/** The records as they are before a set is released. */
interface StateBefore {
  /** Reads the ids of references. */
  readIds: IdReader;
  /** The ids of records that items of earlier sets create, by the item's id, where these are not stored. */
  createdIds: ReadonlyMap<number, number>;
}

/**
 * Returns the items of a set, in which references to records that other items have created lead to these: to those of earlier sets, and to
 * the records that have the codes of items which were removed since. Those whose records do not exist stay as they are.
 */
export async function replaceRemovedCreations(
  crud: Pick<CrudContext, 'entities'>,
  db: Database,
  setId: number,
  items: SetItem[],
  { readIds, createdIds }: StateBefore = { readIds: readIdsByCode, createdIds: new Map() },
): Promise<SetItem[]> {
  const ownIds = new Set(items.filter(({ action }) => action === 'create').map(({ id }) => id));
  const isOther = (id: number | undefined): id is number => id !== undefined && id < 0 && !ownIds.has(-id);
  const creations = await readCreations(db, items.flatMap(refsOf).filter(isOther));
  const isRemoved = (id: number | undefined) => isOther(id) && !creations.has(-id);
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
  const known = new Map([...creations, ...createdIds]);
  return creations.size > 0 ? replaced.map((item) => withCreatedIds(item, known)) : replaced;
}

/** Returns items in which references to records that items have created by now lead to these. */
export async function followCreations(db: Database, items: SetItem[]): Promise<SetItem[]> {
  const creations = await readCreations(
    db,
    items.flatMap(refsOf).filter((id) => id < 0),
  );
  return creations.size > 0 ? items.map((item) => withCreatedIds(item, creations)) : items;
}

const refsOf = ({ base, after }: SetItem): number[] => [
  ...Object.values(base.refs),
  ...Object.values(after?.refs ?? {}),
];

/** Returns an item in which references −7 lead to the record that the item 7 has created. */
const withCreatedIds = (item: SetItem, createdIds: ReadonlyMap<number, number | null>): SetItem => {
  const replace = ({ fields, refs }: ResolvedValues): ResolvedValues => ({
    fields,
    refs: Object.fromEntries(Object.entries(refs).map(([pointer, id]) => [pointer, createdIds.get(-id) ?? id])),
  });
  return { ...item, base: replace(item.base), after: item.after && replace(item.after) };
};

/** Reads which records items have created to which these references lead, by the item's id; null if they have not yet. */
export async function readCreations(db: Database, refs: number[]): Promise<Map<number, number | null>> {
  if (refs.length === 0) return new Map();
  const ids = new Set(refs.map((id) => -id));
  const rows: { id: number; recordId: number | null }[] = await db('proposal')
    .whereIn('id', [...ids])
    .select('id', { recordId: 'record_id' });
  return new Map(rows.map(({ id, recordId }) => [id, recordId]));
}

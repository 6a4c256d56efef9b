import { entityByKey } from '#crud/entity.ts';
import type { CrudContext, Refs } from '#crud/model.ts';
import { collectReferences, readIdsByCode } from '#crud/references/reference-paths.ts';
import type { Database } from '#database';
import { readCodeChanges, type SetItem } from '../set-items.ts';
import { createIdReader, type IdReader } from './set-source.ts';

/**
 * Returns the items of a set, in which references to records that items created before these were removed from the set now lead to the
 * records that have their codes. Those whose codes no record has stay as they are. `readIds` reads the ids before the set is released.
 */
export async function replaceRemovedCreations(
  crud: Pick<CrudContext, 'entities'>,
  db: Database,
  setId: number,
  items: SetItem[],
  readIds: IdReader = readIdsByCode,
): Promise<SetItem[]> {
  const creationIds = new Set(items.filter(({ action }) => action === 'create').map(({ id }) => id));
  const isRemoved = (id: number | undefined) => id !== undefined && id < 0 && !creationIds.has(-id);
  const references = items.flatMap((item) => {
    const { after, entity } = item;
    if (!after || !Object.values(after.refs).some(isRemoved)) return [];
    const paths = collectReferences(entityByKey(crud, entity), after.fields);
    return paths.filter(({ pointer }) => isRemoved(after.refs[pointer])).map((path) => ({ ...path, item }));
  });
  if (references.length === 0) return items;
  const ids = await createIdReader(await readCodeChanges(db, setId), readIds)(db, references);
  const replacedRefs = new Map<SetItem, Refs>();
  for (const { item, pointer, entityKey, code } of references) {
    const id = ids.get(`${entityKey} ${code}`);
    if (id !== undefined) replacedRefs.set(item, { ...(replacedRefs.get(item) ?? item.after?.refs), [pointer]: id });
  }
  return items.map((item) => {
    const refs = replacedRefs.get(item);
    return item.after && refs ? { ...item, after: { ...item.after, refs } } : item;
  });
}

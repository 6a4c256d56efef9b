import type { CrudContext, Entity, ResolvedValues } from '#crud/model.ts';
import { mergeLabels, toLabel } from '#crud/references/labels.ts';
import { createCodeHydrator } from '#crud/rows.ts';
import { type Database, fromJson } from '#database';
import { mayRead } from '#http/caller.ts';
import type { EntityKey, Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { readEarlierCodeChanges, toEarlierCodes } from './dates/earlier-codes.ts';
import { applyFinalCodes } from './engine/unique-values.ts';
import { queryVisibleSets } from './query-sets.ts';
import { followItemReferences } from './release/item-references.ts';
import { type CodeChange, readCodeChangesOfSets, type SetItem } from './set-items.ts';
import { ENDED_STATUSES, type StoredSet } from './stored-set.ts';

/** The codes of records around a set, by `entity id`, where they are other ones than now; an item that creates a record is negative. */
export interface SetCodes {
  before: ReadonlyMap<string, string>;
  after: ReadonlyMap<string, string>;
}

/** Reads the codes that records have before sets and after them, by the id of the set. `knownChanges` is what the sets do to codes, likewise. */
export async function readSetCodes(
  crud: Pick<CrudContext, 'entities'>,
  db: Database,
  sets: Pick<StoredSet, 'id' | 'status' | 'due_time'>[],
  caller: Caller,
  knownChanges?: ReadonlyMap<number, readonly CodeChange[]>,
): Promise<Map<number, SetCodes>> {
  const ids = sets.map(({ id }) => id);
  const waiting = sets.filter(({ status }) => !ENDED_STATUSES.has(status));
  const [earlier, changes] = await Promise.all([
    readEarlierCodeChanges(crud, db, waiting, caller),
    knownChanges ?? readCodeChangesOfSets(db, ids),
  ]);
  return new Map(
    ids.map((id) => {
      const before = toEarlierCodes(earlier.get(id));
      return [id, { before, after: new Map([...before, ...toFinalCodes(changes.get(id))]) }];
    }),
  );
}

/** Returns the codes that a set has yet to give to records, by `entity id`. */
const toFinalCodes = (changes: readonly CodeChange[] = []): [string, string][] =>
  changes.flatMap(({ id, entity, recordId, code, writtenVersion }): [string, string][] =>
    code === null || writtenVersion !== null ? [] : [[`${entity} ${recordId ?? -id}`, code]],
  );

/** Returns items with the codes that referenced records have then: before the set in `base`, after it in `after`. */
export async function hydrateItems(
  db: Database,
  entity: Entity,
  itemsOfSets: { item: SetItem; codes: SetCodes | undefined }[],
): Promise<SetItem[]> {
  const items = await followItemReferences(
    db,
    itemsOfSets.map(({ item }) => item),
  );
  const withCodes = await createCodeHydrator(
    db,
    entity,
    items.flatMap(({ base, after }) => (after ? [base, after] : [base])),
  );
  const hydrate = (values: ResolvedValues, codes: ReadonlyMap<string, string> = new Map()): ResolvedValues => {
    const hydrated = withCodes(values);
    applyFinalCodes(entity, hydrated, codes);
    return hydrated;
  };
  return items.map((item, at) => {
    const codes = itemsOfSets[at]?.codes;
    return { ...item, base: hydrate(item.base, codes?.before), after: item.after && hydrate(item.after, codes?.after) };
  });
}

/** Reads the names of the records to which items refer and which items of sets that the caller sees are to create. */
export async function readCreatedLabels(
  crud: Pick<CrudContext, 'entities'>,
  db: Database,
  items: readonly Pick<SetItem, 'after'>[],
  caller: Caller,
): Promise<Schemas['Labels']> {
  const refs = items.flatMap(({ after }) => Object.values(after?.refs ?? {}));
  const itemIds = new Set(refs.flatMap((id) => (id < 0 ? [-id] : [])));
  if (itemIds.size === 0) return {};
  const rows: { entity: EntityKey; code: string; after: unknown }[] = await queryVisibleSets(crud, db, caller)
    .join('proposal AS item', 'item.change_set_id', 'change_set.id')
    .whereIn('item.id', [...itemIds])
    .whereNotNull('item.final_code')
    .select('item.entity', 'item.after', { code: 'item.final_code' });
  return rows.reduce<Schemas['Labels']>((labels, { entity, code, after }) => {
    const { name, locales } = fromJson<{ name?: string; locales?: Schemas['Locales'] }>(after);
    const label = toLabel(name ?? code, locales ?? {});
    return mayRead(caller, entity) ? mergeLabels(labels, { [entity]: { [code]: label } }) : labels;
  }, {});
}

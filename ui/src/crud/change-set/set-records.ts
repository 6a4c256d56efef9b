import type { BodyName, EntityKey } from '#api/metadata.gen.ts';
import { entityUi } from '#crud/define-entity.ts';
import { isPlainObject, toPointer } from '#crud/pointers.ts';
import { type CodedRecord, cachedRecord, type RecordFilters } from '#crud/read/find-records.ts';
import { referencedEntity } from '#crud/text/value-text.ts';
import { type ChangeSetItem, cachedWorkingItems } from './set-items.ts';
import type { Syllables } from './set-search.ts';

/** A record as a change set makes it, under the code that it will have. */
export interface SetRecord {
  record: CodedRecord;
  item: ChangeSetItem;
}

/** Returns the records of a kind to which the items of a set give values. */
export const recordsOfSet = (items: readonly ChangeSetItem[], entity: EntityKey): SetRecord[] =>
  items
    .filter((item) => item.entity === entity && typeof item.after?.code === 'string')
    .map((item) => ({ item, record: toRecord(item) }));

const toRecord = ({ recordId, version, become, after }: ChangeSetItem): CodedRecord => {
  const record = { locales: {}, warnings: [], ...after, id: recordId ?? 0, version, status: become ?? 'active' };
  // the cast: kinds that others refer to have codes and names, and no search shows who wrote the record
  return record as unknown as CodedRecord;
};

interface Search {
  entity: EntityKey;
  query: string;
  filters: RecordFilters;
  /** The code that searches records, once it is loaded; until then none of the set is found. */
  search: typeof import('./set-search.ts') | undefined;
  syllablesOf: Syllables | undefined;
}

/**
 * Returns what a search finds at the end of a set, the best matches first: the records found among the live ones as the set makes them,
 * without those that it deletes, and the records of the set that match. A set cannot refer to others, nor by codes that it changes, which
 * are therefore replaced in what the records refer to.
 */
export function findInSet(
  live: readonly CodedRecord[],
  items: readonly ChangeSetItem[],
  { entity, query, filters, search, syllablesOf }: Search,
): CodedRecord[] {
  const schema = entityUi(entity)?.schema;
  if (!schema || items.length === 0) return [...live];
  const ofKind = items.filter((item) => item.entity === entity);
  const withSetCodes = createRenaming(items, schema);
  const inSet = recordsOfSet(ofKind, entity).map(({ record }) => record);
  const isDeleted = ({ id }: CodedRecord) => ofKind.some((item) => item.recordId === id && item.action === 'delete');
  const found = live
    .filter((record) => !isDeleted(record))
    .map((record) => inSet.find(({ id }) => id === record.id) ?? withSetCodes(record));
  if (!search) return found;
  const rank = search.createRanking(query, schema, syllablesOf ?? search.noSyllables);
  const others = inSet
    .filter((record) => !found.includes(record))
    .filter((record) => Object.entries(filters).every(([name, value]) => record[name] === value))
    .map((record) => ({ record, rank: rank(record) }))
    .filter((match) => match.rank < search.NO_MATCH);
  if (query === '') return [...others.map(({ record }) => record), ...found];
  return [...others, ...found.map((record) => ({ record, rank: rank(record) }))]
    .sort((a, b) => a.rank - b.rank)
    .map(({ record }) => record);
}

/** Returns the record with this code as the set in which one works makes it, if it was loaded recently. */
export function cachedRecordInSet(entity: EntityKey, code: string): CodedRecord | undefined {
  const items = cachedWorkingItems();
  const inSet = recordsOfSet(items, entity).find(({ record }) => record.code === code);
  if (inSet) return inSet.record;
  const live = cachedRecord(entity, code);
  const schema = entityUi(entity)?.schema;
  return live && schema ? createRenaming(items, schema)(live) : live;
}

/** Returns a function that replaces the codes of records that a set renames, in values of a kind. */
export function createRenaming(items: readonly ChangeSetItem[], schema: BodyName): <T>(values: T) => T {
  const newCodes = new Map<string, unknown>();
  for (const { entity, before, after } of items)
    if (before && after && before.code !== after.code) newCodes.set(`${entity} ${before.code}`, after.code);
  function rename(value: unknown, pointer: string): unknown {
    if (Array.isArray(value)) return value.map((each, index) => rename(each, `${pointer}/${index}`));
    if (isPlainObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([name, each]) => [name, rename(each, pointer + toPointer(name))]),
      );
    return newCodes.get(`${referencedEntity(schema, pointer)} ${value}`) ?? value;
  }
  // the cast: only codes are replaced
  return <T>(values: T) => (newCodes.size === 0 ? values : (rename(values, '') as T));
}

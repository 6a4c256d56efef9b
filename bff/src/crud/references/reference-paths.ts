import { fieldOf } from '#crud/entity.ts';
import type { Entity, Field, FieldValues, ReferenceList } from '#crud/model.ts';
import { type Database, executeUnprepared } from '#database';
import type { EntityKey } from '#http/contract.ts';

/** A reference in a record: its JSON pointer, and the entity and code of the other record. */
export interface CodeReference {
  pointer: string;
  entityKey: EntityKey;
  code: string;
}

/** Lists the references in these fields. */
export function collectReferences(entity: Entity, fields: FieldValues): CodeReference[] {
  const paths: CodeReference[] = [];
  for (const { name, reference, referenceList: list } of referenceFields(entity)) {
    const value = fields[name];
    if (value === null || value === undefined) continue;
    if (reference) paths.push({ pointer: `/${name}`, entityKey: reference, code: String(value) });
    else if (list && Array.isArray(value)) paths.push(...listReferences(name, list, value));
  }
  return paths;
}

const listReferences = (
  name: string,
  { codeMember: member, reference: entityKey }: ReferenceList,
  entries: (string | FieldValues)[],
) =>
  entries.map((entry, index) => {
    const pointer = `/${name}/${index}`;
    return typeof entry === 'object' && member
      ? { pointer: `${pointer}/${member}`, entityKey, code: String(entry[member]) }
      : { pointer, entityKey, code: String(entry) };
  });

const referenceFieldsByEntity = new WeakMap<Entity, Field[]>();

/** Returns the fields that refer to other records. */
export function referenceFields(entity: Entity): Field[] {
  const fields =
    referenceFieldsByEntity.get(entity) ??
    entity.fields.filter(({ reference, referenceList: list }) => reference ?? list);
  referenceFieldsByEntity.set(entity, fields);
  return fields;
}

/** Whether records of an entity refer to records of the same entity. */
export const refersToItself = (entity: Entity): boolean =>
  referenceFields(entity).some(({ reference, referenceList: list }) => (reference ?? list?.reference) === entity.key);

/** Returns the entity that the field at a pointer refers to, if any. */
export function referencedEntityKey(entity: Entity, pointer: string): EntityKey | undefined {
  const end = pointer.indexOf('/', 1);
  const field = fieldOf(entity, end < 0 ? pointer.slice(1) : pointer.slice(1, end));
  return field?.reference ?? field?.referenceList?.reference;
}

/** Groups distinct values by entity. */
function groupByEntity<T>(entries: Iterable<[EntityKey, T]>): Map<EntityKey, Set<T>> {
  const groups = new Map<EntityKey, Set<T>>();
  for (const [entityKey, value] of entries) groups.set(entityKey, (groups.get(entityKey) ?? new Set()).add(value));
  return groups;
}

/**
 * Returns the ids of records by `entity code`, with one query per entity. The rows are locked, so that no record is deleted or renamed
 * before the references to it are written.
 */
export async function readIdsByCode(trx: Database, paths: CodeReference[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const [entityKey, codes] of groupByEntity(
    paths.map(({ entityKey, code }): [EntityKey, string] => [entityKey, code]),
  )) {
    // selecting `version` locks the row itself: a query covered by the index of `code` would lock only the index entry
    const sql = 'SELECT id, code, version FROM ?? WHERE code IN (?) LOCK IN SHARE MODE';
    const rows = await executeUnprepared<{ id: number; code: string }[]>(trx, sql, [entityKey, [...codes]]);
    for (const { id, code } of rows) ids.set(`${entityKey} ${code}`, id);
  }
  return ids;
}

/** The part of a record that is shown when another one refers to it. */
export interface ReferencedRecord {
  code: string;
  name: string;
  /** JSON. */
  locales: unknown;
}

/** Referenced records by `entity id`. */
export type ReferencedRecords = ReadonlyMap<string, ReferencedRecord>;

/** Reads the records that these references point to, with one query per entity. `lock` keeps them from being renamed or deleted. */
export async function readReferencedRecords(
  db: Database,
  entity: Entity,
  refs: Record<string, number>[],
  { lock = false } = {},
): Promise<ReferencedRecords> {
  const records = new Map<string, ReferencedRecord>();
  const references = refs.flatMap((recordRefs) =>
    Object.entries(recordRefs).flatMap(([pointer, id]): [EntityKey, number][] => {
      const entityKey = referencedEntityKey(entity, pointer);
      return entityKey ? [[entityKey, id]] : [];
    }),
  );
  const reads = [...groupByEntity(references)].map(async ([entityKey, ids]) => {
    // an entity's key is also its table's name
    const sql = `SELECT id, code, name, locales FROM ?? WHERE id IN (?)${lock ? ' LOCK IN SHARE MODE' : ''}`;
    const rows = await executeUnprepared<(ReferencedRecord & { id: number })[]>(db, sql, [entityKey, [...ids]]);
    for (const { id, ...record } of rows) records.set(`${entityKey} ${id}`, record);
  });
  await Promise.all(reads);
  return records;
}

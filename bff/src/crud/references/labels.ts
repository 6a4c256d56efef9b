import type { Entity, ResolvedValues } from '#crud/model.ts';
import { readAt } from '#crud/pointers.ts';
import { type Database, fromJson } from '#database';
import { mayRead, type Reader } from '#http/caller.ts';
import type { EntityKey, Schemas } from '#http/contract.ts';
import { type ReferencedRecords, readReferencedRecords, referencedEntityKey } from './reference-paths.ts';

type Labels = Schemas['Labels'];

/**
 * Loads the names of all records that the given records refer to, keyed by code, with one query per entity. Entities that the reader may not read are left
 * out.
 */
export async function loadLabels(
  db: Database,
  entity: Entity,
  records: ResolvedValues[],
  reader: Reader,
): Promise<Labels> {
  const referencedRecords = await readReferencedRecords(
    db,
    entity,
    records.map(({ refs }) => refs),
  );
  return toLabels(entity, records, referencedRecords, reader);
}

/** Returns the labels like `loadLabels`, but from records that have already been read. */
export function toLabels(
  entity: Entity,
  records: ResolvedValues[],
  referencedRecords: ReferencedRecords,
  reader: Reader,
): Labels {
  const labels: Labels = {};
  for (const [entityKey, ids] of idsByCode(entity, records)) {
    if (ids.size === 0 || !mayRead(reader, entityKey)) continue;
    const entityLabels: Labels[string] = {};
    for (const [code, id] of ids) {
      const referenced = referencedRecords.get(`${entityKey} ${id}`);
      if (referenced) entityLabels[code] = toLabel(referenced.name, fromJson(referenced.locales));
    }
    labels[entityKey] = entityLabels;
  }
  return labels;
}

/** Returns the labels of both; where they differ, those of the first. */
export function mergeLabels(labels: Labels, more: Labels): Labels {
  const merged: Labels = { ...labels };
  for (const [kind, names] of Object.entries(more)) merged[kind] = { ...names, ...merged[kind] };
  return merged;
}

/** Returns the ids of each entity, keyed by code. If two records had the same code at different times, the first one counts. */
function idsByCode(entity: Entity, records: ResolvedValues[]): Map<EntityKey, Map<string, number>> {
  const idsByEntity = new Map<EntityKey, Map<string, number>>(
    referencedEntityKeys(entity).map((entityKey) => [entityKey, new Map()]),
  );
  for (const { fields, refs } of records) {
    for (const [pointer, id] of Object.entries(refs)) {
      const ids = idsByEntity.get(referencedEntityKey(entity, pointer) ?? entity.key);
      const code = readAt(fields, pointer);
      if (ids && typeof code === 'string' && !ids.has(code)) ids.set(code, id);
    }
  }
  return idsByEntity;
}

const referencedEntityKeys = ({ fields }: Entity) =>
  fields.flatMap(({ reference, referenceList: list }) => reference ?? list?.reference ?? []);

/** Creates a label with the names in the languages of the console. */
export function toLabel(name: string, locales: Schemas['Locales']): Schemas['Label'] {
  const [zh, en] = [locales['zh-CN']?.name, locales.en?.name];
  return { name, ...(zh ? { 'zh-CN': zh } : {}), ...(en ? { en } : {}) };
}

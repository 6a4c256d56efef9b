import { type Database, fromJson } from '#database';
import type { EntityKey, Schemas } from '#http/contract.ts';
import { mayRead, type Reader } from '#http/permissions.ts';
import type { Entity, Values } from './model.ts';
import { readAt } from './pointers.ts';
import { referencedKind, type Targets, targetsById } from './reference-paths.ts';

type Labels = Schemas['Labels'];

/**
 * The names of all records that these refer to, by the codes held, as far as the reader may read their kinds: one query per kind,
 * however many records.
 */
export async function loadLabels(db: Database, entity: Entity, holders: Values[], reader: Reader): Promise<Labels> {
  const targets = await targetsById(
    db,
    entity,
    holders.map(({ refs }) => refs),
  );
  return labelsFromTargets(entity, holders, targets, reader);
}

/** The same of what has been read. */
export function labelsFromTargets(entity: Entity, holders: Values[], targets: Targets, reader: Reader): Labels {
  const labels: Labels = {};
  for (const [kind, ids] of idsByCode(entity, holders)) {
    if (ids.size === 0 || !mayRead(reader, kind)) continue;
    const labelsOfKind: Labels[string] = {};
    for (const [code, id] of ids) {
      const target = targets.get(`${kind} ${id}`);
      if (target) labelsOfKind[code] = toLabel(target.name, fromJson(target.locales));
    }
    labels[kind] = labelsOfKind;
  }
  return labels;
}

/** Per kind, the id behind each code held; the first counts, where a code has passed from one record to another. */
function idsByCode(entity: Entity, holders: Values[]): Map<EntityKey, Map<string, number>> {
  const idsByKind = new Map<EntityKey, Map<string, number>>(kindsReferredTo(entity).map((kind) => [kind, new Map()]));
  for (const { fields, refs } of holders) {
    for (const [pointer, id] of Object.entries(refs)) {
      const ids = idsByKind.get(referencedKind(entity, pointer) ?? entity.key);
      const code = readAt(fields, pointer);
      if (ids && typeof code === 'string' && !ids.has(code)) ids.set(code, id);
    }
  }
  return idsByKind;
}

const kindsReferredTo = ({ fields }: Entity) =>
  fields.flatMap(({ reference, list }) => reference ?? list?.reference ?? []);

export function toLabel(name: string, locales: Schemas['Locales']): Schemas['Label'] {
  const [zh, en] = [locales['zh-CN']?.name, locales.en?.name];
  return { name, ...(zh ? { 'zh-CN': zh } : {}), ...(en ? { en } : {}) };
}

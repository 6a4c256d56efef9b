import type { Database } from '#database';
import { fromJson } from '#database';
import type { EntityKey, Schemas } from '#http/contract.ts';
import type { Entity } from './entity.ts';
import { readAt } from './pointers.ts';
import { kindAt } from './reference-places.ts';
import type { Values } from './rows.ts';

type Labels = Schemas['Labels'];

/** The names of all records that these refer to, by the codes held: one query per kind, however many records. */
export async function labelsOf(db: Database, entity: Entity, holders: Values[]): Promise<Labels> {
  const labels: Labels = {};
  for (const [kind, ids] of idsByCode(entity, holders)) {
    if (ids.size === 0) continue;
    const rows = await db(kind)
      .whereIn('id', [...ids.values()])
      .select('id', 'name', 'locales');
    const names = new Map(rows.map((row) => [row.id, toLabel(row.name, fromJson(row.locales))]));
    const own: Labels[string] = {};
    for (const [code, id] of ids) {
      const label = names.get(id);
      if (label) own[code] = label;
    }
    labels[kind] = own;
  }
  return labels;
}

/** Per kind, the id behind each code held; the first counts, where a code has passed from one record to another. */
function idsByCode(entity: Entity, holders: Values[]): Map<EntityKey, Map<string, number>> {
  const held = new Map<EntityKey, Map<string, number>>(kindsReferredTo(entity).map((kind) => [kind, new Map()]));
  for (const { fields, refs } of holders) {
    for (const [pointer, id] of Object.entries(refs)) {
      const ids = held.get(kindAt(entity, pointer) ?? entity.key);
      const code = readAt(fields, pointer);
      if (ids && typeof code === 'string' && !ids.has(code)) ids.set(code, id);
    }
  }
  return held;
}

const kindsReferredTo = ({ fields }: Entity) =>
  fields.flatMap(({ reference, list }) => reference ?? list?.reference ?? []);

export function toLabel(name: string, locales: Schemas['Locales']): Schemas['Label'] {
  const [zh, en] = [locales['zh-CN']?.name, locales.en?.name];
  return { name, ...(zh ? { 'zh-CN': zh } : {}), ...(en ? { en } : {}) };
}

import type { Database } from '#database';
import { fromJson } from '#database';
import type { EntityKey, Schemas } from '#http/contract.ts';
import type { Entity } from './entity.ts';
import type { Values } from './rows.ts';

type Labels = Schemas['Labels'];

/** The names of all records that these refer to, by the codes held: one query per kind, however many records. */
export async function labelsOf(db: Database, entity: Entity, holders: Values[]): Promise<Labels> {
  const labels: Labels = {};
  for (const [kind, ids] of heldCodes(entity, holders)) {
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
function heldCodes(entity: Entity, holders: Values[]): Map<EntityKey, Map<string, number>> {
  const held = new Map<EntityKey, Map<string, number>>();
  for (const { name, reference } of entity.fields) {
    if (!reference) continue;
    const ids = held.get(reference) ?? new Map<string, number>();
    held.set(reference, ids);
    for (const { fields, refs } of holders) {
      const [code, id] = [String(fields[name]), refs[`/${name}`]];
      if (id !== undefined && !ids.has(code)) ids.set(code, id);
    }
  }
  return held;
}

function toLabel(name: string, locales: Schemas['Locales']): Schemas['Label'] {
  const [zh, en] = [locales['zh-CN']?.name, locales.en?.name];
  return { name, ...(zh ? { 'zh-CN': zh } : {}), ...(en ? { en } : {}) };
}

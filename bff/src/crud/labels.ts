import type { Database } from '#database';
import { fromJson } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Entity, Fields } from './entity.ts';

type Labels = Schemas['Labels'];

/** The names of all records that these refer to: one query per kind, however many records. */
export async function labelsOf(db: Database, entity: Entity, records: (Fields | null | undefined)[]): Promise<Labels> {
  const labels: Labels = {};
  for (const { name, reference } of entity.fields) {
    if (!reference) continue;
    const codes = [...new Set(records.map((record) => record?.[name]).filter((code) => typeof code === 'string'))];
    if (codes.length === 0) continue;
    const rows = await db(reference).whereIn('code', codes).select('code', 'name', 'locales');
    const found = rows.map((row) => [row.code, toLabel(row.name, fromJson<Schemas['Locales']>(row.locales))]);
    labels[reference] = { ...labels[reference], ...Object.fromEntries(found) };
  }
  return labels;
}

function toLabel(name: string, locales: Schemas['Locales']): Schemas['Label'] {
  const [zh, en] = [locales['zh-CN']?.name, locales.en?.name];
  return { name, ...(zh ? { 'zh-CN': zh } : {}), ...(en ? { en } : {}) };
}

import type { Crud } from '#crud/crud.ts';
import type { Entity } from '#crud/entity.ts';
import { bestFirst } from '#crud/list.ts';
import { searchQuery } from '#crud/search-text.ts';
import { fromJson } from '#database';
import type { Schemas } from '#http/contract.ts';

type Hit = Schemas['SearchAnswer']['data']['items'][number];

/** Records of every kind, best match first. */
export async function search({ db, entities }: Crud, q: string, limit: number): Promise<Hit[]> {
  const sought = searchQuery(q);
  if (!sought) return [];
  const hits = async (entity: Entity) => {
    const rows = await db(entity.table)
      .whereRaw('match(search) against (? in boolean mode)', [sought])
      .select('id', 'code', 'name', 'locales', 'status')
      .modify((query) => bestFirst(query, q))
      .limit(limit);
    return rows.map(
      (row: Record<string, unknown>) => ({ ...row, entity: entity.key, locales: fromJson(row.locales) }) as Hit,
    );
  };
  const found = (await Promise.all(entities.map(hits))).flat();
  return found.sort((a, b) => rank(a, q) - rank(b, q)).slice(0, limit);
}

/** 0 the code itself, 1 a code that begins so, 2 a name that does, 3 any other match. */
function rank({ code, name, locales }: Hit, q: string): number {
  const sought = q.trim().toLowerCase();
  if (code?.toLowerCase() === sought) return 0;
  if (code?.toLowerCase().startsWith(sought)) return 1;
  const names = [name, ...Object.values(locales).map((locale) => locale.name)];
  return names.some((one) => one.toLowerCase().startsWith(sought)) ? 2 : 3;
}

import { identityColumns, identityOf } from '#crud/entity.ts';
import { toSearchQuery, whereMatches } from '#crud/filter.ts';
import { bestMatchFirst, inOrder, matchRank } from '#crud/list.ts';
import type { Crud, Entity } from '#crud/model.ts';
import type { Schemas } from '#http/contract.ts';

type Hit = Schemas['SearchAnswer']['data']['items'][number];

/** Records of every kind, best match first. */
export async function search({ db, entities }: Crud, q: string, limit: number): Promise<Hit[]> {
  const sought = toSearchQuery(q);
  if (!sought) return [];
  const hits = async (entity: Entity) => {
    const rows = await db(entity.table)
      .modify((query) => whereMatches(query, sought))
      .select('id', 'status', ...identityColumns(entity), { match_rank: matchRank(db, entity, q) })
      .modify((query) => inOrder(query, bestMatchFirst(db, entity, q)))
      .limit(limit);
    return rows.map((row: Record<string, unknown>) => toHit(entity, row));
  };
  const found = (await Promise.all(entities.map(hits))).flat();
  return found
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ hit }) => hit);
}

function toHit(entity: Entity, row: Record<string, unknown>) {
  const status = row.status as Hit['status'];
  const hit: Hit = { entity: entity.key, id: Number(row.id), status, ...identityOf(entity, row) };
  return { hit, rank: Number(row.match_rank) };
}

import type { Entity } from '#crud/model.ts';
import type { Database } from '#database';

/** Who has an open proposal beside these records, by record: the importer's own is replaced as little as anybody else's. */
export async function proposersOf(db: Database, entity: Entity, recordIds: number[]): Promise<Map<number, string>> {
  if (recordIds.length === 0) return new Map();
  const rows = await db('proposal')
    .where({ entity: entity.key, open: 1 })
    .whereIn('record_id', recordIds)
    .select('record_id', 'author');
  return new Map(rows.map(({ record_id, author }) => [record_id, author]));
}

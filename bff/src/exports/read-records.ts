import type { Knex } from 'knex';
import type { Entity, EntityRecord } from '#crud/model.ts';
import { toStored } from '#crud/rows.ts';
import type { Database } from '#database';

// of ids many at once: a search is made anew for each page of them
const page = 20_000;
const batch = 500;

/**
 * The records of these rows, by id. Each batch is a statement of its own, made when the reader has taken the one before: who reads
 * slowly holds nothing in the database.
 */
export async function* readRecords(
  db: Database,
  entity: Entity,
  rows: () => Knex.QueryBuilder,
): AsyncGenerator<EntityRecord[]> {
  for await (const ids of idsOf(rows)) {
    for (let at = 0; at < ids.length; at += batch) {
      const found = await db(entity.table)
        .whereIn('id', ids.slice(at, at + batch))
        .orderBy('id');
      yield (await toStored(db, entity, found)).map(({ record }) => record);
    }
  }
}

async function* idsOf(rows: () => Knex.QueryBuilder): AsyncGenerator<number[]> {
  for (let last = 0, size = page; size === page; ) {
    const ids: number[] = await rows().where('id', '>', last).orderBy('id').limit(page).pluck('id');
    yield ids;
    [last, size] = [ids.at(-1) ?? last, ids.length];
  }
}

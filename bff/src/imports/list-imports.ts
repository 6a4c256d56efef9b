import type { Knex } from 'knex';
import type { Crud } from '#crud/model.ts';
import type { Database } from '#database';
import type { Query } from '#http/operation-types.ts';
import { maySee } from './permission.ts';
import { importRows, toStoredImport } from './stored-import.ts';
import { type Reader, toImport } from './to-import.ts';

const cap = 10_000;

/** How many rows there are, counted no further than the contract says. */
export async function cappedCount(db: Database, rows: Knex.QueryBuilder) {
  const some = rows
    .clone()
    .limit(cap + 1)
    .select(db.raw('1'))
    .as('some');
  const found = Number((await db.count({ n: '*' }).from(some).first())?.n);
  return { total: Math.min(found, cap), totalCapped: found > cap };
}

/** A page as the contract has it, newest first; `cursor` is the id of the last import seen. */
export async function importPage(
  crud: Pick<Crud, 'db' | 'entities' | 'review'>,
  { cursor, limit = 20, entity }: Query<'listImports'>,
  reader: Reader,
) {
  const seen = crud.entities.map(({ key }) => key).filter((key) => maySee(reader.caller, key));
  const kinds = seen.filter((key) => entity === undefined || key === entity);
  const { db } = crud;
  const page = importRows(db)
    .whereIn('import.entity', kinds)
    .orderBy('import.id', 'desc')
    .limit(limit + 1);
  if (cursor) page.where('import.id', '<', cursor);
  const [rows, counted] = await Promise.all([page, cappedCount(db, db('import').whereIn('entity', kinds))]);
  const shown = rows.slice(0, limit).map(toStoredImport);
  const items = await Promise.all(shown.map((stored) => toImport(crud, stored, reader)));
  return { items, nextCursor: rows.length > limit ? String(items.at(-1)?.id) : null, ...counted };
}

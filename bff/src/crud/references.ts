import type { Knex } from 'knex';
import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';
import { mayRead, type Reader } from '#http/permissions.ts';
import { Problem } from '#http/problem.ts';
import { defaultOrder, identityColumns, identityOf } from './entity.ts';
import type { Crud, Entity, Field, Row } from './model.ts';

const MAX_LISTED = 100;

/** The fields of all kinds that may hold this kind's ids. */
const fieldsReferringTo = (crud: Pick<Crud, 'entities'>, target: Entity) =>
  crud.entities.flatMap((entity) =>
    entity.fields
      .filter(({ reference, list }) => (reference ?? list?.reference) === target.key)
      .map((field) => ({ entity, field })),
  );

/** The records that refer to this one by that field. */
function referringRows(db: Database, entity: Entity, { column, list }: Field, id: number): Knex.QueryBuilder {
  if (!list) return db(entity.table).where(column, id);
  return db(entity.table).whereIn('id', db(list.table).where('target_id', id).select('record_id'));
}

/** How many records refer to this one, in all and of each kind, and the first hundred of those that the reader may read. */
export async function readReferences(
  crud: Crud,
  db: Database,
  target: Entity,
  id: number,
  reader: Reader,
): Promise<Schemas['References']> {
  const perField = await Promise.all(
    fieldsReferringTo(crud, target).map(async ({ entity, field }) => {
      const first = () =>
        referringRows(db, entity, field, id)
          .orderBy(defaultOrder(entity))
          .limit(MAX_LISTED)
          .select<Row[]>('id', ...identityColumns(entity));
      const [count, rows] = await Promise.all([
        referringRows(db, entity, field, id).count({ n: '*' }).first(),
        mayRead(reader, entity.key) ? first() : [],
      ]);
      return { kind: entity.key, total: Number(count?.n), items: rows.map((row) => toReference(entity, row)) };
    }),
  );
  const totals: Schemas['References']['totals'] = {};
  for (const { kind, total } of perField) if (total > 0) totals[kind] = (totals[kind] ?? 0) + total;
  return {
    total: perField.reduce((sum, { total }) => sum + total, 0),
    totals,
    items: perField.flatMap(({ items }) => items).slice(0, MAX_LISTED),
  };
}

function toReference(entity: Entity, row: Row): Schemas['Reference'] {
  const { code, name } = identityOf(entity, row);
  return { entity: entity.key, id: row.id, code, name };
}

/** Those of the records that others refer to. */
export async function findReferencedIds(
  crud: Pick<Crud, 'entities'>,
  db: Database,
  target: Entity,
  ids: number[],
): Promise<Set<number>> {
  const referred = new Set<number>();
  if (ids.length === 0) return referred;
  for (const {
    entity,
    field: { column, list },
  } of fieldsReferringTo(crud, target)) {
    const [table, held] = list ? [list.table, 'target_id'] : [entity.table, column];
    for (const id of await db(table).whereIn(held, ids).distinct().pluck(held)) referred.add(id);
  }
  return referred;
}

/** 409 `inUse`, with what refers to the record, as far as the reader may read that. */
export async function assertNotReferenced(
  crud: Crud,
  db: Database,
  target: Entity,
  id: number,
  reader: Reader,
): Promise<void> {
  const references = await readReferences(crud, db, target, id, reader);
  if (references.total > 0) throw new Problem('inUse', { references });
}

import type { Knex } from 'knex';
import { codeAndNameOf, defaultOrder, identityColumns } from '#crud/entity.ts';
import type { CrudContext, Entity, Field, Row } from '#crud/model.ts';
import type { Database } from '#database';
import { mayRead, type Reader } from '#http/caller.ts';
import type { EntityKey, Schemas } from '#http/contract.ts';
import { Problem } from '#http/problem.ts';

const MAX_LISTED = 100;

/** Lists the fields of all entities that may refer to this entity. */
const fieldsReferringTo = (crud: Pick<CrudContext, 'entities'>, referencedEntity: Entity) =>
  crud.entities.flatMap((entity) =>
    entity.fields
      .filter(({ reference, referenceList: list }) => (reference ?? list?.reference) === referencedEntity.key)
      .map((field) => ({ entity, field })),
  );

/** Queries the records that refer to a record through a field. */
function referringRows(
  db: Database,
  entity: Entity,
  { column, referenceList: list }: Field,
  id: number,
): Knex.QueryBuilder {
  if (!list) return db(entity.table).where(column, id);
  return db(entity.table).whereIn('id', db(list.table).where('target_id', id).select('record_id'));
}

/** Counts the records that refer to a record, in total and by entity, and lists the first hundred that the reader may read. */
export async function readReferences(
  crud: CrudContext,
  db: Database,
  referencedEntity: Entity,
  id: number,
  reader: Reader,
): Promise<Schemas['References']> {
  const resultsByField = await Promise.all(
    fieldsReferringTo(crud, referencedEntity).map(async ({ entity, field }) => {
      const readFirst = () =>
        referringRows(db, entity, field, id)
          .orderBy(defaultOrder(entity))
          .limit(MAX_LISTED)
          .select<Row[]>('id', ...identityColumns(entity));
      const [count, rows] = await Promise.all([
        referringRows(db, entity, field, id).count({ n: '*' }).first(),
        mayRead(reader, entity.key) ? readFirst() : [],
      ]);
      return { entityKey: entity.key, total: Number(count?.n), items: rows.map((row) => toReference(entity, row)) };
    }),
  );
  const totals: Schemas['References']['totals'] = {};
  for (const { entityKey, total } of resultsByField)
    if (total > 0) totals[entityKey] = (totals[entityKey] ?? 0) + total;
  return {
    total: resultsByField.reduce((sum, { total }) => sum + total, 0),
    totals,
    items: resultsByField.flatMap(({ items }) => items).slice(0, MAX_LISTED),
  };
}

function toReference(entity: Entity, row: Row): Schemas['Reference'] {
  const { code, name } = codeAndNameOf(entity, row);
  return { entity: entity.key, id: row.id, code, name };
}

/** Returns those of the ids whose records others refer to, apart from the referring records with the ids in `except`. */
export async function findReferencedIds(
  crud: Pick<CrudContext, 'entities'>,
  db: Database,
  referencedEntity: Entity,
  ids: number[],
  except: ReadonlyMap<EntityKey, readonly number[]> = new Map(),
): Promise<Set<number>> {
  const referencedIds = new Set<number>();
  if (ids.length === 0) return referencedIds;
  for (const { entity, field } of fieldsReferringTo(crud, referencedEntity)) {
    const { column, referenceList: list } = field;
    const [table, referenceColumn, idColumn] = list
      ? [list.table, 'target_id', 'record_id']
      : [entity.table, column, 'id'];
    const query = db(table)
      .whereIn(referenceColumn, ids)
      .whereNotIn(idColumn, except.get(entity.key) ?? []);
    for (const id of await query.distinct().pluck(referenceColumn)) referencedIds.add(id);
  }
  return referencedIds;
}

/** @throws Problem 409 `inUse` with the referring records that the reader may read */
export async function assertNotReferenced(
  crud: CrudContext,
  db: Database,
  referencedEntity: Entity,
  id: number,
  reader: Reader,
): Promise<void> {
  const references = await readReferences(crud, db, referencedEntity, id, reader);
  if (references.total > 0) throw new Problem('inUse', { references });
}

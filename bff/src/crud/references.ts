import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';
import { Problem } from '#http/problem.ts';
import type { Crud } from './crud.ts';
import type { Entity } from './entity.ts';

const listed = 100;

/** The fields of all kinds that may hold this kind's ids. */
const referrers = (crud: Crud, target: Entity) =>
  crud.entities.flatMap((entity) =>
    entity.fields.filter((field) => field.reference === target.key).map(({ column }) => ({ entity, column })),
  );

/** How many records refer to this one, and the first hundred of them. */
export async function referencesTo(
  crud: Crud,
  db: Database,
  target: Entity,
  id: number,
): Promise<Schemas['References']> {
  const found = await Promise.all(
    referrers(crud, target).map(async ({ entity, column }) => {
      const [count, rows] = await Promise.all([
        db(entity.table).where(column, id).count({ n: '*' }).first(),
        db(entity.table).where(column, id).orderBy('code').limit(listed).select('id', 'code', 'name'),
      ]);
      return { total: Number(count?.n), items: rows.map((row) => ({ entity: entity.key, ...row })) };
    }),
  );
  return {
    total: found.reduce((sum, { total }) => sum + total, 0),
    items: found.flatMap(({ items }) => items).slice(0, listed),
  };
}

/** 409 `inUse`, with what refers to the record. */
export async function refuseInUse(crud: Crud, db: Database, target: Entity, id: number): Promise<void> {
  const references = await referencesTo(crud, db, target, id);
  if (references.total > 0) throw new Problem('inUse', { references });
}

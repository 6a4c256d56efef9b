import { type Database, executeUnprepared } from '#database';
import { toColumn } from './fields.ts';
import type { Entity, Field, FieldValues } from './model.ts';

/** Reads from the schema the fields whose values must be unique by themselves. */
export async function readUniqueFields(db: Database, entity: Entity): Promise<Field[]> {
  const rows = await db('information_schema.statistics')
    .whereRaw('table_schema = DATABASE()')
    .where({ table_name: entity.table, non_unique: 0 })
    .groupBy('index_name')
    .havingRaw('COUNT(*) = 1')
    .select({ name: db.raw('MIN(column_name)') });
  const names = new Set(rows.map(({ name }) => name));
  return entity.fields.filter(({ column }) => names.has(column));
}

/** Reads which records have the values that these have in a unique field. Returns a function that finds the id of the record by fields. */
export async function readHolders(
  db: Database,
  entity: Entity,
  field: Field,
  all: FieldValues[],
): Promise<(fields: FieldValues) => number | undefined> {
  const columnValueOf = (fields: FieldValues) => toColumn(field, fields[field.name]);
  const values = [...new Set(all.map(columnValueOf).filter((value) => typeof value === 'string'))];
  if (values.length === 0) return () => undefined;
  const sql = 'SELECT id, ?? AS value FROM ?? WHERE ?? IN (?)';
  const bindings = [field.column, entity.table, field.column, values];
  const rows = await executeUnprepared<{ id: number; value: string }[]>(db, sql, bindings);
  const ids = new Map<unknown, number>(rows.map(({ id, value }) => [value, id]));
  return (fields) => ids.get(columnValueOf(fields));
}

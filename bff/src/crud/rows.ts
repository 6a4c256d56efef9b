import type { Database } from '#database';
import { fromJson } from '#database';
import type { EntityKey } from '#http/contract.ts';
import type { Entity, EntityRecord, Fields } from './entity.ts';

/** Ids behind the codes of a record, by JSON pointer. */
export type Refs = Record<string, number>;

/** Values to write, with the ids behind their codes. */
export interface Values {
  fields: Fields;
  refs: Refs;
}

/** A record as it is stored. */
export interface Stored {
  record: EntityRecord;
  refs: Refs;
}

/** A record as the holder of its references. */
export const toValues = ({ record, refs }: Stored): Values => ({ fields: record, refs });

export type Row = Record<string, unknown> & { id: number };

export function toRow(entity: Entity, { fields, refs }: Values): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const { name, column, isJson, reference } of entity.fields) {
    const value = fields[name] ?? null;
    if (reference) row[column] = refs[`/${name}`] ?? null;
    else row[column] = isJson && value !== null ? JSON.stringify(value) : value;
  }
  return row;
}

export const fieldsOf = (entity: Entity, record: Fields): Fields =>
  Object.fromEntries(entity.fields.map(({ name }) => [name, record[name] ?? null]));

/** Rows as records, the codes of all their references read with one query per kind. */
export async function toStored(db: Database, entity: Entity, rows: Row[]): Promise<Stored[]> {
  const read = rows.map((row) => ({ row, values: valuesOf(entity, row) }));
  const withCodes = await codesFor(
    db,
    entity,
    read.map(({ values }) => values),
  );
  return read.map(({ row, values }) => {
    const { fields, refs } = withCodes(values);
    return { record: { ...fields, ...systemFields(entity, row, fields) }, refs };
  });
}

function valuesOf(entity: Entity, row: Row): Values {
  const fields: Fields = {};
  const refs: Refs = {};
  for (const { name, column, isJson, reference } of entity.fields) {
    const value = row[column];
    if (reference && value !== null) refs[`/${name}`] = Number(value);
    if (reference) fields[name] = null;
    else fields[name] = isJson && value !== null ? fromJson(value) : value;
  }
  return { fields, refs };
}

/** Puts today's codes for their ids into any of these values; where a target is gone, the code stays. */
export async function codesFor(db: Database, entity: Entity, values: Values[]): Promise<(values: Values) => Values> {
  const codes = await codesById(db, entity, values);
  return ({ fields, refs }) => {
    const bound = { ...fields };
    for (const { name, reference } of entity.fields) {
      const code = reference && codes.get(`${reference} ${refs[`/${name}`]}`);
      if (code) bound[name] = code;
    }
    return { fields: bound, refs };
  };
}

const iso = (value: unknown) => (value as Date).toISOString();

function systemFields(entity: Entity, row: Row, fields: Fields) {
  return {
    id: row.id,
    status: row.status as EntityRecord['status'],
    version: Number(row.version),
    createTime: iso(row.create_time),
    updateTime: iso(row.update_time),
    createdBy: String(row.created_by),
    updatedBy: String(row.updated_by),
    warnings: entity.warnings?.(fields) ?? [],
  };
}

async function codesById(db: Database, entity: Entity, values: Values[]): Promise<Map<string, string>> {
  const wanted = new Map<EntityKey, Set<number>>();
  for (const { name, reference } of entity.fields) {
    if (!reference) continue;
    const ids = wanted.get(reference) ?? new Set();
    for (const { refs } of values) {
      const id = refs[`/${name}`];
      if (id !== undefined) ids.add(id);
    }
    wanted.set(reference, ids);
  }
  const found = new Map<string, string>();
  for (const [kind, ids] of wanted) {
    if (ids.size === 0) continue;
    // a kind's key is its table's name
    for (const { id, code } of await db(kind)
      .whereIn('id', [...ids])
      .select('id', 'code'))
      found.set(`${kind} ${id}`, code);
  }
  return found;
}

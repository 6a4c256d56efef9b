import type { Database } from '#database';
import { fromColumn, toColumn } from './column-values.ts';
import type { Entity, EntityRecord, Fields } from './entity.ts';
import type { Field } from './field.ts';
import { writeAt } from './pointers.ts';
import { readLists } from './reference-lists.ts';
import { kindAt, type Targets, targetsById } from './reference-places.ts';

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

const known = new WeakMap<Entity, Field[]>();

function ownFields(entity: Entity): Field[] {
  const own = known.get(entity) ?? entity.fields.filter(({ list }) => !list);
  known.set(entity, own);
  return own;
}

/** The columns of the kind's own table that hold its fields; what is listed is written by `writeLists`. */
export const columnsOf = (entity: Entity): string[] => ownFields(entity).map(({ column }) => column);

/** The columns of what every record has beside its fields. */
export const systemColumns = ['id', 'status', 'version', 'create_time', 'update_time', 'created_by', 'updated_by'];

/** What these columns hold, one by one. */
export const cellsOf = (entity: Entity, { fields, refs }: Values): unknown[] =>
  ownFields(entity).map((field) => {
    const { name, reference } = field;
    return reference ? (refs[`/${name}`] ?? null) : toColumn(field, fields[name]);
  });

/** The same by column. */
export function toRow(entity: Entity, values: Values): Record<string, unknown> {
  const cells = cellsOf(entity, values);
  return Object.fromEntries(columnsOf(entity).map((column, at) => [column, cells[at]]));
}

/** Of a record what people write, without what the service adds. */
export const fieldsOf = (entity: Entity, record: Fields): Fields =>
  Object.fromEntries(entity.fields.map(({ name }) => [name, record[name] ?? null]));

/** Rows as records. */
export const toStored = async (db: Database, entity: Entity, rows: Row[]): Promise<Stored[]> =>
  (await readStored(db, entity, rows)).stored;

/** Rows as records, and what they refer to, read with one query per kind but for what is known. */
export async function readStored(
  db: Database,
  entity: Entity,
  rows: Row[],
  known: Targets = new Map(),
): Promise<{ stored: Stored[]; targets: Targets }> {
  const lists = await readLists(
    db,
    entity,
    rows.map(({ id }) => id),
  );
  const read = rows.map((row) => ({ row, values: valuesOf(entity, row, lists.get(row.id)) }));
  const isKnown = ([pointer, id]: [string, number]) => known.has(`${kindAt(entity, pointer)} ${id}`);
  const others = read.map(({ values }) => values.refs).filter((refs) => !Object.entries(refs).every(isKnown));
  const targets = new Map([...known, ...(await targetsById(db, entity, others))]);
  const stored = read.map(({ row, values: { fields, refs } }) => {
    putCodes(entity, { fields, refs }, targets);
    // a copy by two spreads would be a slow object, and there are many of them
    return { record: Object.assign(fields, systemFields(entity, row, fields)), refs };
  });
  return { stored, targets };
}

function valuesOf(entity: Entity, row: Row, lists: Values | undefined): Values {
  const fields: Fields = {};
  const refs: Refs = { ...lists?.refs };
  for (const field of entity.fields) {
    const { name, column, reference, list } = field;
    if (reference && row[column] !== null) refs[`/${name}`] = Number(row[column]);
    if (list) fields[name] = lists?.fields[name];
    else fields[name] = reference ? null : fromColumn(field, row[column]);
  }
  return { fields, refs };
}

/** Puts today's codes for their ids into any of these values; where a target is gone, the code stays. */
export async function codesFor(db: Database, entity: Entity, values: Values[]): Promise<(values: Values) => Values> {
  const targets = await targetsById(
    db,
    entity,
    values.map(({ refs }) => refs),
  );
  return ({ fields, refs }) => {
    const bound = { fields: structuredClone(fields), refs };
    putCodes(entity, bound, targets);
    return bound;
  };
}

function putCodes(entity: Entity, { fields, refs }: Values, targets: Targets): void {
  for (const [pointer, id] of Object.entries(refs)) {
    const target = targets.get(`${kindAt(entity, pointer)} ${id}`);
    if (target) writeAt(fields, pointer, target.code);
  }
}

/** A moment as the database hands it over, or a text of one with milliseconds, in the contract's form. */
export const iso = (value: unknown): string =>
  typeof value === 'string' ? `${value.slice(0, 10)}T${value.slice(11)}Z` : (value as Date).toISOString();

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

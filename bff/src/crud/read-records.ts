import { type Database, type Transaction, written } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { entityByKey, fieldOf } from './entity.ts';
import { normalise, toColumn } from './fields.ts';
import type { Crud, Entity, Field, Fields, Row, Stored } from './model.ts';
import { toStored } from './rows.ts';

const identifying = (entity: Entity): Field[] => entity.identifying.flatMap((name) => fieldOf(entity, name) ?? []);

/** What identifies a record, as a text that is the same for the same record; undefined where all of it is empty. */
export function keyOf(entity: Entity, fields: Fields): string | undefined {
  const values = identifying(entity).map((field) => normalise(field, fields[field.name]));
  return values.every((value) => value === null || value === '') ? undefined : JSON.stringify(values);
}

/** The records that these fields identify, by `keyOf`; one statement however many there are. */
export async function readByKey(db: Database, entity: Entity, all: Fields[]): Promise<Map<string, Stored>> {
  // a reference is told apart below: its column holds ids, and there are few records alike in all but that
  const wanted = identifying(entity).filter(({ reference }) => !reference);
  const lists = wanted.map((field) => ({ column: field.column, values: valuesOf(field, all) }));
  if (lists.some(({ values }) => values.length === 0)) return new Map();
  const sql = `SELECT * FROM ?? WHERE ${lists.map(() => '?? IN (?)').join(' AND ')}`;
  const rows = await written<Row[]>(db, sql, [
    entity.table,
    ...lists.flatMap(({ column, values }) => [column, values]),
  ]);
  const stored = await toStored(db, entity, rows);
  return new Map(
    stored.flatMap((each) => {
      const key = keyOf(entity, each.record);
      return key === undefined ? [] : [[key, each] as const];
    }),
  );
}

function valuesOf(field: Field, all: Fields[]): string[] {
  const values = all.map((fields) => toColumn(field, normalise(field, fields[field.name])));
  // what a column of a key takes: texts and times
  return [...new Set(values.filter((value) => value !== null))] as string[];
}

export async function readRecord(db: Database, entity: Entity, id: number): Promise<Stored | undefined> {
  const rows = await db(entity.table).where('id', id);
  return (await toStored(db, entity, rows))[0];
}

/** The record, locked until the transaction ends. */
export async function lockRecord(trx: Transaction, entity: Entity, id: number): Promise<Stored | undefined> {
  return (await lockRecords(trx, entity, [id])).get(id);
}

/** Those of the records that are there, by id, locked until the transaction ends. */
export async function lockRecords(trx: Transaction, entity: Entity, ids: number[]): Promise<Map<number, Stored>> {
  if (ids.length === 0) return new Map();
  // by their key and in its order: a scan would wait for rows that others have locked
  const sql = 'SELECT * FROM ?? FORCE INDEX (PRIMARY) WHERE id IN (?) ORDER BY id FOR UPDATE';
  const rows = await written<Row[]>(trx, sql, [entity.table, ids]);
  const stored = await toStored(trx, entity, rows);
  return new Map(stored.map((each) => [each.record.id, each]));
}

/** How many records there are of these kinds. */
export async function countRecords({ db, entities }: Crud, keys: EntityKey[]): Promise<number> {
  const tables = keys.map((key) => entityByKey({ entities }, key).table);
  const counts = await Promise.all(tables.map((table) => db(table).count({ n: '*' }).first()));
  return counts.reduce((sum, count) => sum + Number(count?.n), 0);
}

import { type Database, executeText, insertAll, type Transaction } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { entityByKey, fieldOf } from './entity.ts';
import { fromColumn, normalise, toColumn } from './fields.ts';
import type { Crud, Entity, EntityRecord, Field, Fields, ReferenceList, Refs, Row, Stored, Values } from './model.ts';
import { writeAt } from './pointers.ts';
import { type ReferencedRecords, readReferencedRecords, referencedEntity } from './reference-paths.ts';

/** A record as the holder of its references. */
export const toValues = ({ record, refs }: Stored): Values => ({ fields: record, refs });

const columnFieldsByEntity = new WeakMap<Entity, Field[]>();

function columnFields(entity: Entity): Field[] {
  const own = columnFieldsByEntity.get(entity) ?? entity.fields.filter(({ list }) => !list);
  columnFieldsByEntity.set(entity, own);
  return own;
}

/** The columns of the kind's own table that hold its fields; what is listed is written by `writeLists`. */
export const columnsOf = (entity: Entity): string[] => columnFields(entity).map(({ column }) => column);

/** The columns of what every record has beside its fields. */
export const SYSTEM_COLUMNS = ['id', 'status', 'version', 'create_time', 'update_time', 'created_by', 'updated_by'];

/** What these columns hold, one by one. */
export const cellsOf = (entity: Entity, { fields, refs }: Values): unknown[] =>
  columnFields(entity).map((field) => {
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
export const toStoredRecords = async (db: Database, entity: Entity, rows: Row[]): Promise<Stored[]> =>
  (await readStored(db, entity, rows)).stored;

/** Rows as records, and what they refer to, read with one query per kind but for what is known. */
export async function readStored(
  db: Database,
  entity: Entity,
  rows: Row[],
  known: ReferencedRecords = new Map(),
): Promise<{ stored: Stored[]; targets: ReferencedRecords }> {
  const lists = await readLists(
    db,
    entity,
    rows.map(({ id }) => id),
  );
  const read = rows.map((row) => ({ row, values: valuesOf(entity, row, lists.get(row.id)) }));
  const isKnown = ([pointer, id]: [string, number]) => known.has(`${referencedEntity(entity, pointer)} ${id}`);
  const others = read.map(({ values }) => values.refs).filter((refs) => !Object.entries(refs).every(isKnown));
  const targets = new Map([...known, ...(await readReferencedRecords(db, entity, others))]);
  const stored = read.map(({ row, values: { fields, refs } }) => {
    hydrateReferenceCodes(entity, { fields, refs }, targets);
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
export async function createCodeHydrator(
  db: Database,
  entity: Entity,
  values: Values[],
): Promise<(values: Values) => Values> {
  const targets = await readReferencedRecords(
    db,
    entity,
    values.map(({ refs }) => refs),
  );
  return ({ fields, refs }) => {
    const bound = { fields: structuredClone(fields), refs };
    hydrateReferenceCodes(entity, bound, targets);
    return bound;
  };
}

function hydrateReferenceCodes(entity: Entity, { fields, refs }: Values, targets: ReferencedRecords): void {
  for (const [pointer, id] of Object.entries(refs)) {
    const target = targets.get(`${referencedEntity(entity, pointer)} ${id}`);
    if (target) writeAt(fields, pointer, target.code);
  }
}

/** A moment as the database hands it over, or a text of one with milliseconds, in the contract's form. */
export const toIsoTime = (value: unknown): string =>
  typeof value === 'string' ? `${value.slice(0, 10)}T${value.slice(11)}Z` : (value as Date).toISOString();

function systemFields(entity: Entity, row: Row, fields: Fields) {
  return {
    id: row.id,
    status: row.status as EntityRecord['status'],
    version: Number(row.version),
    createTime: toIsoTime(row.create_time),
    updateTime: toIsoTime(row.update_time),
    createdBy: String(row.created_by),
    updatedBy: String(row.updated_by),
    warnings: entity.warnings?.(fields) ?? [],
  };
}

type JoinRow = Record<string, unknown> & { record_id: number; position: number; target_id: number };
type ListField = Field & { list: ReferenceList };

const listFields = (entity: Entity) => entity.fields.filter((field): field is ListField => field.list !== undefined);

/** The entries of these records' lists, by record; codes are left to be filled in. One query per list. */
async function readLists(db: Database, entity: Entity, ids: number[]): Promise<Map<number, Values>> {
  const lists = new Map<number, Values>(ids.map((id) => [id, { fields: {}, refs: {} }]));
  if (ids.length === 0) return lists;
  for (const { name, list } of listFields(entity)) {
    for (const { fields } of lists.values()) fields[name] = [];
    const sql = 'SELECT * FROM ?? WHERE record_id IN (?) ORDER BY record_id, position';
    const rows = await executeText<JoinRow[]>(db, sql, [list.table, ids]);
    for (const row of rows) {
      const values = lists.get(row.record_id);
      if (values) addEntry(values, name, list, row);
    }
  }
  return lists;
}

function addEntry({ fields, refs }: Values, name: string, { member, extraFields }: ReferenceList, row: JoinRow): void {
  // readLists has made it an array
  const entries = fields[name] as unknown[];
  const at = `/${name}/${entries.length}`;
  refs[member ? `${at}/${member}` : at] = row.target_id;
  const rest = Object.fromEntries(extraFields.map((field) => [field.name, fromColumn(field, row[field.column])]));
  entries.push(member ? { [member]: null, ...rest } : null);
}

/** Whose lists to write. */
export interface ListOwner {
  id: number;
  values: Values;
  /** It has come into being just now, with no lists before. */
  isNew: boolean;
}

/** Writes the lists of records anew. */
export async function writeLists(trx: Transaction, entity: Entity, holders: ListOwner[]): Promise<void> {
  for (const { name, list } of listFields(entity)) {
    for (const { id, isNew } of holders) if (!isNew) await trx(list.table).where('record_id', id).delete();
    const rows = holders.flatMap(({ id, values }) => {
      // the contract has a list here
      const entries = (values.fields[name] ?? []) as (string | Fields)[];
      return entries.map((entry, position) => toJoinRow(list, name, values.refs, entry, { id, position }));
    });
    await insertAll(trx, list.table, rows);
  }
}

function toJoinRow(
  { member, extraFields }: ReferenceList,
  name: string,
  refs: Refs,
  entry: string | Fields,
  { id, position }: { id: number; position: number },
) {
  const at = `/${name}/${position}`;
  const rest =
    typeof entry === 'object' ? extraFields.map((field) => [field.column, toColumn(field, entry[field.name])]) : [];
  return { record_id: id, position, target_id: refs[member ? `${at}/${member}` : at], ...Object.fromEntries(rest) };
}

const keyFieldsOf = (entity: Entity): Field[] => entity.keyFields.flatMap((name) => fieldOf(entity, name) ?? []);

/** What identifies a record, as a text that is the same for the same record; undefined where all of it is empty. */
export function keyOf(entity: Entity, fields: Fields): string | undefined {
  const values = keyFieldsOf(entity).map((field) => normalise(field, fields[field.name]));
  return values.every((value) => value === null || value === '') ? undefined : JSON.stringify(values);
}

/** The records that these fields identify, by `keyOf`; one statement however many there are. */
export async function readByKey(db: Database, entity: Entity, all: Fields[]): Promise<Map<string, Stored>> {
  // a reference is told apart below: its column holds ids, and there are few records alike in all but that
  const wanted = keyFieldsOf(entity).filter(({ reference }) => !reference);
  const lists = wanted.map((field) => ({ column: field.column, values: keyValuesOf(field, all) }));
  if (lists.some(({ values }) => values.length === 0)) return new Map();
  const sql = `SELECT * FROM ?? WHERE ${lists.map(() => '?? IN (?)').join(' AND ')}`;
  const rows = await executeText<Row[]>(db, sql, [
    entity.table,
    ...lists.flatMap(({ column, values }) => [column, values]),
  ]);
  const stored = await toStoredRecords(db, entity, rows);
  return new Map(
    stored.flatMap((each) => {
      const key = keyOf(entity, each.record);
      return key === undefined ? [] : [[key, each] as const];
    }),
  );
}

function keyValuesOf(field: Field, all: Fields[]): string[] {
  const values = all.map((fields) => toColumn(field, normalise(field, fields[field.name])));
  // what a column of a key takes: texts and times
  return [...new Set(values.filter((value) => value !== null))] as string[];
}

export async function readRecord(db: Database, entity: Entity, id: number): Promise<Stored | undefined> {
  const rows = await db(entity.table).where('id', id);
  return (await toStoredRecords(db, entity, rows))[0];
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
  const rows = await executeText<Row[]>(trx, sql, [entity.table, ids]);
  const stored = await toStoredRecords(trx, entity, rows);
  return new Map(stored.map((each) => [each.record.id, each]));
}

/** How many records there are of these kinds. */
export async function countRecords({ db, entities }: Crud, keys: EntityKey[]): Promise<number> {
  const tables = keys.map((key) => entityByKey({ entities }, key).table);
  const counts = await Promise.all(tables.map((table) => db(table).count({ n: '*' }).first()));
  return counts.reduce((sum, count) => sum + Number(count?.n), 0);
}

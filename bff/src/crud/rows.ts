import { type Database, executeUnprepared, insertAll, type Transaction } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { entityByKey, fieldOf } from './entity.ts';
import { fromColumn, normalise, toColumn } from './fields.ts';
import type {
  CrudContext,
  Entity,
  EntityRecord,
  Field,
  FieldValues,
  ReferenceList,
  Refs,
  ResolvedValues,
  Row,
  StoredRecord,
} from './model.ts';
import { writeAt } from './pointers.ts';
import { type ReferencedRecords, readReferencedRecords, referencedEntityKey } from './references/reference-paths.ts';

/** Returns the values of a stored record. */
export const toValues = ({ record, refs }: StoredRecord): ResolvedValues => ({ fields: record, refs });

/** Returns the values of a record that people write, without its system values. */
export const toWrittenValues = (entity: Entity, { record, refs }: StoredRecord): ResolvedValues => ({
  fields: fieldsOf(entity, record),
  refs,
});

const columnFieldsByEntity = new WeakMap<Entity, Field[]>();

function columnFields(entity: Entity): Field[] {
  const fields = columnFieldsByEntity.get(entity) ?? entity.fields.filter(({ referenceList }) => !referenceList);
  columnFieldsByEntity.set(entity, fields);
  return fields;
}

/** Returns the columns of the entity's own table; lists of references are written by `writeLists`. */
export const columnsOf = (entity: Entity): string[] => columnFields(entity).map(({ column }) => column);

/** The columns that every record has in addition to its fields. */
export const SYSTEM_COLUMNS = ['id', 'status', 'version', 'create_time', 'update_time', 'created_by', 'updated_by'];

/** Returns the values of `columnsOf`, in the same order. */
export const columnValuesOf = (entity: Entity, { fields, refs }: ResolvedValues): unknown[] =>
  columnFields(entity).map((field) => {
    const { name, reference } = field;
    return reference ? (refs[`/${name}`] ?? null) : toColumn(field, fields[name]);
  });

/** Converts values into a row, keyed by column. */
export function toRow(entity: Entity, values: ResolvedValues): Record<string, unknown> {
  const cells = columnValuesOf(entity, values);
  return Object.fromEntries(columnsOf(entity).map((column, index) => [column, cells[index]]));
}

/** Picks the fields of a record that people write. */
export const fieldsOf = (entity: Entity, record: FieldValues): FieldValues =>
  Object.fromEntries(entity.fields.map(({ name }) => [name, record[name] ?? null]));

/** Converts rows into records. */
export const toStoredRecords = async (db: Database, entity: Entity, rows: Row[]): Promise<StoredRecord[]> =>
  (await readStored(db, entity, rows)).stored;

/** Converts rows into records and reads the records that they refer to, except for known ones, with one query per entity. */
export async function readStored(
  db: Database,
  entity: Entity,
  rows: Row[],
  knownRecords: ReferencedRecords = new Map(),
): Promise<{ stored: StoredRecord[]; referencedRecords: ReferencedRecords }> {
  const lists = await readLists(
    db,
    entity,
    rows.map(({ id }) => id),
  );
  const rowsWithValues = rows.map((row) => ({ row, values: valuesOf(entity, row, lists.get(row.id)) }));
  const isKnown = ([pointer, id]: [string, number]) =>
    knownRecords.has(`${referencedEntityKey(entity, pointer)} ${id}`);
  const refsToRead = rowsWithValues
    .map(({ values }) => values.refs)
    .filter((refs) => !Object.entries(refs).every(isKnown));
  const referencedRecords = new Map([...knownRecords, ...(await readReferencedRecords(db, entity, refsToRead))]);
  const stored = rowsWithValues.map(({ row, values: { fields, refs } }) => {
    hydrateReferenceCodes(entity, { fields, refs }, referencedRecords);
    // Object.assign instead of spreads, which would create slow objects for many records
    return { record: Object.assign(fields, systemFields(entity, row, fields)), refs };
  });
  return { stored, referencedRecords };
}

function valuesOf(entity: Entity, row: Row, lists: ResolvedValues | undefined): ResolvedValues {
  const fields: FieldValues = {};
  const refs: Refs = { ...lists?.refs };
  for (const field of entity.fields) {
    const { name, column, reference, referenceList } = field;
    if (reference && row[column] !== null) refs[`/${name}`] = Number(row[column]);
    if (referenceList) fields[name] = lists?.fields[name];
    else fields[name] = reference ? null : fromColumn(field, row[column]);
  }
  return { fields, refs };
}

/** Creates a function that updates the codes in any of these values; a code stays if the referenced record no longer exists. */
export async function createCodeHydrator(
  db: Database,
  entity: Entity,
  values: ResolvedValues[],
): Promise<(values: ResolvedValues) => ResolvedValues> {
  const referencedRecords = await readReferencedRecords(
    db,
    entity,
    values.map(({ refs }) => refs),
  );
  return ({ fields, refs }) => {
    const hydrated = { fields: structuredClone(fields), refs };
    hydrateReferenceCodes(entity, hydrated, referencedRecords);
    return hydrated;
  };
}

/** Sets the codes of the referenced records; a code stays if its record is not among them. */
export function hydrateReferenceCodes(
  entity: Entity,
  { fields, refs }: ResolvedValues,
  referencedRecords: ReferencedRecords,
): void {
  for (const [pointer, id] of Object.entries(refs)) {
    const referenced = referencedRecords.get(`${referencedEntityKey(entity, pointer)} ${id}`);
    if (referenced) writeAt(fields, pointer, referenced.code);
  }
}

/** Converts a time of the database, a Date or a string with milliseconds, into the contract's form. */
export const toIsoTime = (value: unknown): string =>
  typeof value === 'string' ? `${value.slice(0, 10)}T${value.slice(11)}Z` : (value as Date).toISOString();

function systemFields(entity: Entity, row: Row, fields: FieldValues) {
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
type ListField = Field & { referenceList: ReferenceList };

const listFields = (entity: Entity) =>
  entity.fields.filter((field): field is ListField => field.referenceList !== undefined);

/** Reads the lists of references with one query per list. The codes have to be filled in later. */
async function readLists(db: Database, entity: Entity, ids: number[]): Promise<Map<number, ResolvedValues>> {
  const lists = new Map<number, ResolvedValues>(ids.map((id) => [id, { fields: {}, refs: {} }]));
  if (ids.length === 0) return lists;
  for (const { name, referenceList: list } of listFields(entity)) {
    for (const { fields } of lists.values()) fields[name] = [];
    const sql = 'SELECT * FROM ?? WHERE record_id IN (?) ORDER BY record_id, position';
    const rows = await executeUnprepared<JoinRow[]>(db, sql, [list.table, ids]);
    for (const row of rows) {
      const values = lists.get(row.record_id);
      if (values) addEntry(values, name, list, row);
    }
  }
  return lists;
}

function addEntry(
  { fields, refs }: ResolvedValues,
  name: string,
  { codeMember, extraFields }: ReferenceList,
  row: JoinRow,
): void {
  // the cast: `readLists` has created the array
  const entries = fields[name] as unknown[];
  const pointer = `/${name}/${entries.length}`;
  refs[codeMember ? `${pointer}/${codeMember}` : pointer] = row.target_id;
  const extraValues = Object.fromEntries(
    extraFields.map((field) => [field.name, fromColumn(field, row[field.column])]),
  );
  entries.push(codeMember ? { [codeMember]: null, ...extraValues } : null);
}

/** A record whose lists are written. */
export interface ListOwner {
  id: number;
  values: ResolvedValues;
  /** Whether the record was just created, so that it has no lists yet. */
  isNew: boolean;
}

/** Replaces the lists of records. */
export async function writeLists(trx: Transaction, entity: Entity, owners: ListOwner[]): Promise<void> {
  for (const { name, referenceList: list } of listFields(entity)) {
    for (const { id, isNew } of owners) if (!isNew) await trx(list.table).where('record_id', id).delete();
    const rows = owners.flatMap(({ id, values }) => {
      // the cast: the contract requires a list here
      const entries = (values.fields[name] ?? []) as (string | FieldValues)[];
      return entries.map((entry, position) => toJoinRow(list, name, values.refs, entry, { id, position }));
    });
    await insertAll(trx, list.table, rows);
  }
}

function toJoinRow(
  { codeMember, extraFields }: ReferenceList,
  name: string,
  refs: Refs,
  entry: string | FieldValues,
  { id, position }: { id: number; position: number },
) {
  const pointer = `/${name}/${position}`;
  const extraValues =
    typeof entry === 'object' ? extraFields.map((field) => [field.column, toColumn(field, entry[field.name])]) : [];
  return {
    record_id: id,
    position,
    target_id: refs[codeMember ? `${pointer}/${codeMember}` : pointer],
    ...Object.fromEntries(extraValues),
  };
}

const keyFieldsOf = (entity: Entity): Field[] => entity.keyFields.flatMap((name) => fieldOf(entity, name) ?? []);

/** Returns a text that identifies a record; undefined if all key fields are empty. */
export function keyOf(entity: Entity, fields: FieldValues): string | undefined {
  const values = keyFieldsOf(entity).map((field) => normalise(field, fields[field.name]));
  return values.every((value) => value === null || value === '') ? undefined : JSON.stringify(values);
}

/** Finds the records that these fields identify, by `keyOf`, with a single statement. */
export async function readByKey(
  db: Database,
  entity: Entity,
  identities: FieldValues[],
): Promise<Map<string, StoredRecord>> {
  // references are compared afterwards, as their columns hold ids; few records differ only in them
  const plainKeyFields = keyFieldsOf(entity).filter(({ reference }) => !reference);
  const lists = plainKeyFields.map((field) => ({ column: field.column, values: keyValuesOf(field, identities) }));
  if (lists.some(({ values }) => values.length === 0)) return new Map();
  const sql = `SELECT * FROM ?? WHERE ${lists.map(() => '?? IN (?)').join(' AND ')}`;
  const rows = await executeUnprepared<Row[]>(db, sql, [
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

function keyValuesOf(field: Field, identities: FieldValues[]): string[] {
  const values = identities.map((fields) => toColumn(field, normalise(field, fields[field.name])));
  // the cast: columns of keys are texts and times
  return [...new Set(values.filter((value) => value !== null))] as string[];
}

/** Reads a record by id. */
export async function readRecord(db: Database, entity: Entity, id: number): Promise<StoredRecord | undefined> {
  const rows = await db(entity.table).where('id', id);
  return (await toStoredRecords(db, entity, rows))[0];
}

/** Reads a record and locks its row until the transaction ends. */
export async function lockRecord(trx: Transaction, entity: Entity, id: number): Promise<StoredRecord | undefined> {
  return (await lockRecords(trx, entity, [id])).get(id);
}

/** Reads the existing records among these by id and locks their rows until the transaction ends. */
export async function lockRecords(trx: Transaction, entity: Entity, ids: number[]): Promise<Map<number, StoredRecord>> {
  if (ids.length === 0) return new Map();
  // by primary key and in its order: a scan would also wait for locks on other rows
  const sql = 'SELECT * FROM ?? FORCE INDEX (PRIMARY) WHERE id IN (?) ORDER BY id FOR UPDATE';
  const rows = await executeUnprepared<Row[]>(trx, sql, [entity.table, ids]);
  const stored = await toStoredRecords(trx, entity, rows);
  return new Map(stored.map((each) => [each.record.id, each]));
}

/** Counts the records of these entities. */
export async function countRecords({ db, entities }: CrudContext, keys: EntityKey[]): Promise<number> {
  const tables = keys.map((key) => entityByKey({ entities }, key).table);
  const counts = await Promise.all(tables.map((table) => db(table).count({ n: '*' }).first()));
  return counts.reduce((sum, count) => sum + Number(count?.n), 0);
}

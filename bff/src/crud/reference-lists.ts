import { type Database, insertAll, type Transaction, written } from '#database';
import { fromColumn, toColumn } from './column-values.ts';
import type { Entity, Fields } from './entity.ts';
import type { Field, ReferenceList } from './field.ts';
import type { Refs, Values } from './rows.ts';

type JoinRow = Record<string, unknown> & { record_id: number; position: number; target_id: number };
type Listed = Field & { list: ReferenceList };

const listed = (entity: Entity) => entity.fields.filter((field): field is Listed => field.list !== undefined);

/** The entries of these records' lists, by record; codes are left to be filled in. One query per list. */
export async function readLists(db: Database, entity: Entity, ids: number[]): Promise<Map<number, Values>> {
  const found = new Map<number, Values>(ids.map((id) => [id, { fields: {}, refs: {} }]));
  if (ids.length === 0) return found;
  for (const { name, list } of listed(entity)) {
    for (const { fields } of found.values()) fields[name] = [];
    const sql = 'SELECT * FROM ?? WHERE record_id IN (?) ORDER BY record_id, position';
    const rows = await written<JoinRow[]>(db, sql, [list.table, ids]);
    for (const row of rows) {
      const values = found.get(row.record_id);
      if (values) addEntry(values, name, list, row);
    }
  }
  return found;
}

function addEntry({ fields, refs }: Values, name: string, { member, others }: ReferenceList, row: JoinRow): void {
  // readLists has made it an array
  const entries = fields[name] as unknown[];
  const at = `/${name}/${entries.length}`;
  refs[member ? `${at}/${member}` : at] = row.target_id;
  const rest = Object.fromEntries(others.map((field) => [field.name, fromColumn(field, row[field.column])]));
  entries.push(member ? { [member]: null, ...rest } : null);
}

/** Whose lists to write. */
export interface Holder {
  id: number;
  values: Values;
  /** It has come into being just now, with no lists before. */
  isNew: boolean;
}

/** Writes the lists of records anew. */
export async function writeLists(trx: Transaction, entity: Entity, holders: Holder[]): Promise<void> {
  for (const { name, list } of listed(entity)) {
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
  { member, others }: ReferenceList,
  name: string,
  refs: Refs,
  entry: string | Fields,
  { id, position }: { id: number; position: number },
) {
  const at = `/${name}/${position}`;
  const rest =
    typeof entry === 'object' ? others.map((field) => [field.column, toColumn(field, entry[field.name])]) : [];
  return { record_id: id, position, target_id: refs[member ? `${at}/${member}` : at], ...Object.fromEntries(rest) };
}

import { fieldOf } from '#crud/entity.ts';
import { normalise, toColumn } from '#crud/fields.ts';
import type { Entity, Field, Fields } from '#crud/model.ts';
import { normaliseFields } from '#crud/prepare.ts';
import { keyOf } from '#crud/rows.ts';
import { type Database, written } from '#database';
import type { CellProblem } from '../columns/parse-draft.ts';
import type { Candidate, RowContext } from './candidate.ts';

/** Finds out by what the record is known; what the contract asks for and is not there is a problem. */
export function identify({ entity, actor }: RowContext, candidate: Candidate): void {
  const { body, problems } = candidate.parsed;
  const own: Fields = {};
  for (const name of entity.keyFields) own[name] = normalise(field(entity, name), body[name]);
  candidate.key = keyOf(entity, own);
  candidate.identity = own;
  if (candidate.key !== undefined) return;
  // a code may follow from another field; lists and objects may be of any form yet
  const plain = entity.fields.filter(({ kind }) => kind !== 'list' && kind !== 'object');
  const derived = normaliseFields(entity, Object.fromEntries(plain.map(({ name }) => [name, body[name]])), { actor });
  for (const name of entity.keyFields) own[name] = derived[name] ?? null;
  candidate.key = keyOf(entity, own);
  if (candidate.key === undefined)
    problems.push({ column: undefined, pointer: `/${entity.keyFields.at(-1)}`, rule: 'required' });
}

function field(entity: Entity, name: string): Field {
  const found = fieldOf(entity, name);
  if (!found) throw new Error(`${entity.key} has no field “${name}” by which it could be known.`);
  return found;
}

/** What stands for the record in a list of rows. */
export const nameOfKey = (identity: Fields): string =>
  Object.values(identity)
    .filter((value) => value !== null)
    .join(' ');

/** Fields by which no two records may be alike, beside what identifies them. */
export async function uniqueFields(db: Database, entity: Entity): Promise<Field[]> {
  const rows = await db('information_schema.statistics')
    .whereRaw('table_schema = DATABASE()')
    .where({ table_name: entity.table, non_unique: 0 })
    .groupBy('index_name')
    .havingRaw('COUNT(*) = 1')
    .select({ name: db.raw('MIN(column_name)') });
  const names = new Set(rows.map(({ name }) => name));
  return entity.fields.filter(({ name, column }) => names.has(column) && !entity.keyFields.includes(name));
}

/** What rows would take from other records: the problem at its field, for each. */
export async function uniquenessProblems(
  db: Database,
  entity: Entity,
  fields: Field[],
  candidates: Candidate[],
): Promise<Map<Candidate, CellProblem>> {
  const taken = new Map<Candidate, CellProblem>();
  for (const field of fields) {
    const wanted = candidates.flatMap((candidate) => {
      const value = toColumn(field, candidate.values?.fields[field.name]);
      return typeof value === 'string' ? [{ candidate, value }] : [];
    });
    if (wanted.length === 0) continue;
    const values = [...new Set(wanted.map(({ value }) => value))];
    const sql = 'SELECT id, ?? AS value FROM ?? WHERE ?? IN (?)';
    const rows = await written<{ id: number; value: string }[]>(db, sql, [
      ...[field.column, entity.table, field.column],
      values,
    ]);
    const holders = new Map(rows.map(({ id, value }) => [value, id]));
    for (const { candidate, value } of wanted) {
      const holder = holders.get(value);
      if (holder !== undefined && holder !== candidate.current?.record.id && !taken.has(candidate))
        taken.set(candidate, { column: undefined, pointer: `/${field.name}`, rule: 'taken' });
    }
  }
  return taken;
}

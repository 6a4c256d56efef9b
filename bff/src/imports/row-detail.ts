import { type Crud, entityByKey } from '#crud/crud.ts';
import type { EntityRecord, Fields } from '#crud/entity.ts';
import { labelsOf } from '#crud/labels.ts';
import { changedPointers } from '#crud/pointers.ts';
import { fieldsOf, type Refs, toValues, type Values } from '#crud/rows.ts';
import { type Database, fromJson } from '#database';
import type { Language, Schemas } from '#http/contract.ts';
import { Problem } from '#http/problem.ts';
import { candidateOf } from './candidate-of.ts';
import type { ImportOptions, StoredImport } from './stored-import.ts';
import { readRows, type StoredRow } from './stored-row.ts';
import { createRowReader, toRow } from './to-row.ts';

type Readable = StoredImport & { options: ImportOptions };
type Detail = Schemas['ImportRowAnswer']['data'];

interface Difference {
  before: EntityRecord | null;
  after: Fields | null;
  /** What either refers to. */
  holders: Values[];
}

/** One row with what it would change of the record that is there now, or did; 404 where there is none. */
export async function rowDetail(
  crud: Pick<Crud, 'db' | 'entities'>,
  stored: Readable,
  n: number,
  language: Language,
): Promise<Detail> {
  const { db } = crud;
  const entity = entityByKey(crud, stored.entity);
  const [row] = await readRows(db, stored.id, { limit: 1, narrow: (rows) => rows.where('own.n', n) });
  if (!row) throw new Problem('notFound');
  const reader = createRowReader(entity, stored, language);
  const { before, after, holders } = (await written(db, stored, row)) ?? (await foreseen(crud, stored, row));
  const changes = after ? changedPointers(before ? fieldsOf(entity, before) : {}, fieldsOf(entity, after)) : [];
  return {
    ...{ columns: reader.columns, row: toRow(reader, row), changes },
    // both are of the import's own kind, in the contract's form
    ...({ before, after } as Pick<Detail, 'before' | 'after'>),
    labels: await labelsOf(db, entity, holders),
  };
}

/** What the import has written, by the log. */
async function written(db: Database, { entity }: Readable, row: StoredRow): Promise<Difference | undefined> {
  const { outcome, recordId, version } = row;
  if (outcome !== 'created' && outcome !== 'updated') return undefined;
  const logged = await db('data_log').where({ entity, record_id: recordId, version }).first('before', 'after', 'refs');
  if (!logged) return undefined;
  const [before, after] = [fromJson<EntityRecord | null>(logged.before), fromJson<Fields | null>(logged.after)];
  return { before, after, holders: after ? [{ fields: after, refs: fromJson<Refs | null>(logged.refs) ?? {} }] : [] };
}

/** What it would write now. */
async function foreseen(crud: Pick<Crud, 'db' | 'entities'>, stored: Readable, row: StoredRow): Promise<Difference> {
  const candidate = await candidateOf(crud, stored, row);
  const current = candidate?.current;
  const values = row.state === 'refused' ? undefined : candidate?.values;
  const holders = [...(current ? [toValues(current)] : []), ...(values ? [values] : [])];
  return { before: current?.record ?? null, after: values?.fields ?? null, holders };
}

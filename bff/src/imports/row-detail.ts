import { entityByKey } from '#crud/entity.ts';
import { loadLabels } from '#crud/labels.ts';
import type { Crud, EntityRecord, Fields, Refs, Values } from '#crud/model.ts';
import { changedPointers } from '#crud/pointers.ts';
import { fieldsOf, toValues } from '#crud/rows.ts';
import { type Database, fromJson } from '#database';
import type { Schemas } from '#http/contract.ts';
import { mayRead } from '#http/permissions.ts';
import { Problem } from '#http/problem.ts';
import { candidateOf } from './candidate-of.ts';
import { statusColumn, statusTarget } from './columns/parse-draft.ts';
import { countAlike } from './correct/edit-lines.ts';
import { createRowReader, toRow } from './row-page.ts';
import type { ImportOptions, StoredImport } from './stored-import.ts';
import { readRows, type StoredRow } from './stored-row.ts';
import type { Reader } from './to-import.ts';

type Readable = StoredImport & { options: ImportOptions };
type Detail = Schemas['ImportRowAnswer']['data'];

interface Difference {
  before: EntityRecord | null;
  after: Fields | null;
  /** What either refers to. */
  holders: Values[];
}

// what it would write holds what is there
const hidden: Difference = { before: null, after: null, holders: [] };

/**
 * One row with what it would change of the record that is there now, or did; none of that for whoever may
 * not read the kind. 404 where there is none.
 */
export async function rowDetail(
  crud: Pick<Crud, 'db' | 'entities' | 'review'>,
  stored: Readable,
  n: number,
  { caller, language }: Reader,
): Promise<Detail> {
  const { db } = crud;
  const entity = entityByKey(crud, stored.entity);
  const [row] = await readRows(db, stored.id, { limit: 1, narrow: (rows) => rows.where('own.n', n) });
  if (!row) throw new Problem('notFound');
  const reader = createRowReader(entity, stored, language);
  const { before, after, holders } = mayRead(caller, entity.key)
    ? ((await written(db, stored, row)) ?? (await foreseen(crud, stored, row)))
    : hidden;
  const fields = after ? changedPointers(before ? fieldsOf(entity, before) : {}, fieldsOf(entity, after)) : [];
  const hasStatus = statusColumn(stored.options) !== undefined && after?.status !== before?.status;
  const changes = hasStatus ? [...fields, statusTarget.pointer] : fields;
  return {
    ...{ columns: reader.columns, row: toRow(reader, row), changes, alike: await alikeTo(db, stored, row) },
    // both are of the import's own kind, in the contract's form
    ...({ before, after } as Pick<Detail, 'before' | 'after'>),
    labels: await loadLabels(db, entity, holders, caller),
  };
}

/** Of each problem of a cell how many lines have the same. */
async function alikeTo(db: Database, { id, status, columns }: Readable, row: StoredRow): Promise<Detail['alike']> {
  if (status !== 'staged') return [];
  const problems = row.problems.filter(({ column }) => column !== undefined);
  return Promise.all(
    problems.map(async ({ column = 0, rule }) => {
      const rows = await countAlike(db, id, { column, from: row.cells[column] ?? '', rule });
      return { column: columns?.[column] ?? '', rule, rows };
    }),
  );
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
async function foreseen(
  crud: Pick<Crud, 'db' | 'entities' | 'review'>,
  stored: Readable,
  row: StoredRow,
): Promise<Difference> {
  const candidate = await candidateOf(crud, stored, row);
  const current = candidate?.current;
  const values = row.state === 'refused' ? undefined : candidate?.values;
  const holders = [...(current ? [toValues(current)] : []), ...(values ? [values] : [])];
  // where the file names none, the record's own stays
  const status = candidate?.parsed.status ?? current?.record.status;
  return { before: current?.record ?? null, after: values ? { ...values.fields, status } : null, holders };
}

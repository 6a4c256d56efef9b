import { entityByKey } from '#crud/entity.ts';
import { loadLabels } from '#crud/labels.ts';
import type { Crud, EntityRecord, Fields, Refs, Values } from '#crud/model.ts';
import { changedPointers } from '#crud/pointers.ts';
import { fieldsOf, toValues } from '#crud/rows.ts';
import { type Database, fromJson } from '#database';
import type { Schemas } from '#http/contract.ts';
import { mayRead } from '#http/permissions.ts';
import { Problem } from '#http/problem.ts';
import { statusColumn, statusTarget } from './columns/parse-draft.ts';
import { countAlike } from './correct/edit-lines.ts';
import type { Reader } from './import-answers.ts';
import { candidateOfRow } from './row-candidate.ts';
import { createRowReader, toRow } from './row-page.ts';
import type { ConfiguredImport } from './stored-import.ts';
import { readRows, type StoredRow } from './stored-row.ts';

type Detail = Schemas['ImportRowAnswer']['data'];

interface Difference {
  before: EntityRecord | null;
  after: Fields | null;
  /** What either refers to. */
  referrers: Values[];
}

// what it would write holds what is there
const NO_DIFFERENCE: Difference = { before: null, after: null, referrers: [] };

/**
 * One row with what it would change of the record that is there now, or did; none of that for whoever may
 * not read the kind. 404 where there is none.
 */
export async function rowDetail(
  crud: Pick<Crud, 'db' | 'entities' | 'review'>,
  stored: ConfiguredImport,
  n: number,
  { caller, language }: Reader,
): Promise<Detail> {
  const { db } = crud;
  const entity = entityByKey(crud, stored.entity);
  const [row] = await readRows(db, stored.id, { limit: 1, filter: (rows) => rows.where('import_row.n', n) });
  if (!row) throw new Problem('notFound');
  const reader = createRowReader(entity, stored, language);
  const { before, after, referrers } = mayRead(caller, entity.key)
    ? ((await readWritten(db, stored, row)) ?? (await expectedDifference(crud, stored, row)))
    : NO_DIFFERENCE;
  const fields = after ? changedPointers(before ? fieldsOf(entity, before) : {}, fieldsOf(entity, after)) : [];
  const hasStatus = statusColumn(stored.options) !== undefined && after?.status !== before?.status;
  const changes = hasStatus ? [...fields, statusTarget.pointer] : fields;
  return {
    ...{ columns: reader.columns, row: toRow(reader, row), changes, alike: await countsOfAlike(db, stored, row) },
    // both are of the import's own kind, in the contract's form
    ...({ before, after } as Pick<Detail, 'before' | 'after'>),
    labels: await loadLabels(db, entity, referrers, caller),
  };
}

/** Of each problem of a cell how many lines have the same. */
async function countsOfAlike(
  db: Database,
  { id, status, columns }: ConfiguredImport,
  row: StoredRow,
): Promise<Detail['alike']> {
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
async function readWritten(
  db: Database,
  { entity }: ConfiguredImport,
  row: StoredRow,
): Promise<Difference | undefined> {
  const { outcome, recordId, version } = row;
  if (outcome !== 'created' && outcome !== 'updated') return undefined;
  const logEntry = await db('data_log')
    .where({ entity, record_id: recordId, version })
    .first('before', 'after', 'refs');
  if (!logEntry) return undefined;
  const [before, after] = [fromJson<EntityRecord | null>(logEntry.before), fromJson<Fields | null>(logEntry.after)];
  return {
    before,
    after,
    referrers: after ? [{ fields: after, refs: fromJson<Refs | null>(logEntry.refs) ?? {} }] : [],
  };
}

/** What it would write now. */
async function expectedDifference(
  crud: Pick<Crud, 'db' | 'entities' | 'review'>,
  stored: ConfiguredImport,
  row: StoredRow,
): Promise<Difference> {
  const candidate = await candidateOfRow(crud, stored, row);
  const current = candidate?.current;
  const values = row.state === 'refused' ? undefined : candidate?.values;
  const referrers = [...(current ? [toValues(current)] : []), ...(values ? [values] : [])];
  // where the file names none, the record's own stays
  const status = candidate?.parsed.status ?? current?.record.status;
  return { before: current?.record ?? null, after: values ? { ...values.fields, status } : null, referrers };
}

import { entityByKey } from '#crud/entity.ts';
import type { CrudContext, EntityRecord, FieldValues, Refs, ResolvedValues } from '#crud/model.ts';
import { changedPointers } from '#crud/pointers.ts';
import { loadLabels } from '#crud/references/labels.ts';
import { fieldsOf, toValues } from '#crud/rows.ts';
import { type Database, fromJson } from '#database';
import { mayRead } from '#http/caller.ts';
import type { Schemas } from '#http/contract.ts';
import { Problem } from '#http/problem.ts';
import { statusColumn, statusTarget } from './columns/parse-raw-record.ts';
import { countLinesAlike } from './correct/edit-lines.ts';
import type { ImportViewer } from './import-responses.ts';
import { createRowDisplayContext, toImportRowResponse } from './row-page.ts';
import { buildRowCandidate } from './stage/classify.ts';
import type { ConfiguredImport } from './stored-import.ts';
import { readRows, type StoredRow } from './stored-row.ts';

type RowDetail = Schemas['ImportRowAnswer']['data'];

interface Difference {
  before: EntityRecord | null;
  after: FieldValues | null;
  /** Values whose references need labels. */
  referrers: ResolvedValues[];
}

// a difference reveals the current record, so callers who may not read it get none
const NO_DIFFERENCE: Difference = { before: null, after: null, referrers: [] };

/**
 * Reads a row with the difference that it makes, or has made, to its record. Callers who may not read the entity get no difference.
 * @throws Problem 404 if there is no such row
 */
export async function readRowDetail(
  crud: Pick<CrudContext, 'db' | 'entities' | 'reviewSetting'>,
  stored: ConfiguredImport,
  n: number,
  { caller, language }: ImportViewer,
): Promise<RowDetail> {
  const { db } = crud;
  const entity = entityByKey(crud, stored.entity);
  const [row] = await readRows(db, stored.id, { limit: 1, filter: (rows) => rows.where('import_row.n', n) });
  if (!row) throw new Problem('notFound');
  const reader = createRowDisplayContext(entity, stored, language);
  const { before, after, referrers } = mayRead(caller, entity.key)
    ? ((await readWrittenDifference(db, stored, row)) ?? (await expectedDifference(crud, stored, row)))
    : NO_DIFFERENCE;
  const fields = after ? changedPointers(before ? fieldsOf(entity, before) : {}, fieldsOf(entity, after)) : [];
  // a row that would write nothing has no values to compare
  const changesStatus = after !== null && statusColumn(stored.options) !== undefined && after.status !== before?.status;
  const changes = changesStatus ? [...fields, statusTarget.pointer] : fields;
  return {
    columns: reader.columns,
    row: toImportRowResponse(reader, row),
    changes,
    alike: await countAlikeLines(db, stored, row),
    // the cast: both are records of the import's entity in the contract's form
    ...({ before, after } as Pick<RowDetail, 'before' | 'after'>),
    labels: await loadLabels(db, entity, referrers, caller),
  };
}

/** Counts for each problem of a cell the lines with the same text and problem. */
async function countAlikeLines(
  db: Database,
  { id, status, columns }: ConfiguredImport,
  row: StoredRow,
): Promise<RowDetail['alike']> {
  if (status !== 'staged') return [];
  const problems = row.problems.filter(({ column }) => column !== undefined);
  return Promise.all(
    problems.map(async ({ column = 0, rule }) => {
      const rows = await countLinesAlike(db, id, { column, from: row.cells[column] ?? '', rule });
      return { column: columns?.[column] ?? '', rule, rows };
    }),
  );
}

/** Reads from the log the difference that the import has written. */
async function readWrittenDifference(
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
  const [before, after] = [
    fromJson<EntityRecord | null>(logEntry.before),
    fromJson<FieldValues | null>(logEntry.after),
  ];
  return {
    before,
    after,
    referrers: after ? [{ fields: after, refs: fromJson<Refs | null>(logEntry.refs) ?? {} }] : [],
  };
}

/** Computes the difference that the row would make now. */
async function expectedDifference(
  crud: Pick<CrudContext, 'db' | 'entities' | 'reviewSetting'>,
  stored: ConfiguredImport,
  row: StoredRow,
): Promise<Difference> {
  const candidate = await buildRowCandidate(crud, stored, row);
  const current = candidate?.current;
  const values = row.state === 'refused' ? undefined : candidate?.values;
  const referrers = [...(current ? [toValues(current)] : []), ...(values ? [values] : [])];
  // the record keeps its status if the file sets none
  const status = candidate?.parsed.status ?? current?.record.status;
  return { before: current?.record ?? null, after: values ? { ...values.fields, status } : null, referrers };
}

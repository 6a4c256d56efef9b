import type { Change } from '#change-sets/engine/release.ts';
import type { ResolvedValues } from '#crud/model.ts';
import { refersToItself } from '#crud/references/reference-paths.ts';
import { readByKey } from '#crud/rows.ts';
import type { Database } from '#database';
import { TaskFailure } from '#tasks/kinds.ts';
import type { FileLine, RawRecord } from '../file-model.ts';
import type { ImportWork } from '../import-work.ts';
import { presetOf } from '../presets/index.ts';
import type { WorkRequest } from '../stored-import.ts';
import { queryImportRows, readAllRows, type StoredRow } from '../stored-row.ts';
import type { Candidate, RowContext } from '../values/candidate.ts';
import { createRawRecordReader, type RawRecordReader, readCodeIndex } from '../values/raw-record-reader.ts';
import { createReferenceResolver } from '../values/reference-resolver.ts';

/** Everything that applying the rows of an import needs. */
export interface ApplyContext extends ImportWork {
  apply: NonNullable<WorkRequest['apply']>;
  rowContext: RowContext;
  readRawRecords: RawRecordReader;
  /** Codes of new rows that are not applied yet, for an entity that refers to itself. */
  expectedCodes: Set<string>;
}

/** A row with the values that it would write now. */
export interface RowChange extends Change<StoredRow> {
  values: ResolvedValues;
  candidate: Candidate;
}

/** Loads what is needed to compute the rows' values again, just as staging computed them. */
export async function loadApplyContext(db: Database, work: ImportWork): Promise<ApplyContext> {
  const { crud, entity, stored, workRequest } = work;
  const { id, options, columns } = stored;
  const { by } = workRequest;
  const apply = workRequest.apply ?? workRequest.applyAsSet;
  if (!options || !columns || !apply) throw new TaskFailure('importFault', 'The import has no request to apply it.');
  const layout = { columns, options, preset: presetOf(entity.key, options) };
  const readRawRecords = createRawRecordReader(layout, await readCodeIndex(layout, () => readStoredLines(db, id)));
  const expectedCodes = refersToItself(entity) ? await expectedCodesOf(db, id) : new Set<string>();
  const rowContext: RowContext = {
    crud,
    entity,
    options,
    review: await crud.reviewSetting(entity.key, db),
    actor: by,
    resolver: createReferenceResolver(crud, stored.stageTime ?? undefined),
    findByKey: readByKey,
    mayFileCreate: (code) => expectedCodes.has(code),
  };
  return { ...work, apply, rowContext, readRawRecords, expectedCodes };
}

async function expectedCodesOf(db: Database, importId: number): Promise<Set<string>> {
  // items of a change set create their records only with its release
  const rows = queryImportRows(db, importId)
    .where('import_row.state', 'new')
    .whereIn('import_row.outcome', ['', 'proposed']);
  return new Set(await rows.pluck('import_row.code'));
}

async function* readStoredLines(db: Database, importId: number): AsyncGenerator<FileLine[]> {
  for await (const rows of readAllRows(db, importId, { filter: (rows) => rows.where('import_row.nth', 0) })) yield rows;
}

/** Returns the raw records of rows, parsing each line only once; undefined if a line does not contain that record. */
export function rawRecordsOf({ readRawRecords }: ApplyContext, rows: StoredRow[]): (RawRecord | undefined)[] {
  const byFirstRow = new Map<number, RawRecord[]>();
  return rows.map(({ n, line, cells, indexInLine }) => {
    const rawRecords = byFirstRow.get(n - indexInLine) ?? readRawRecords({ line, cells });
    byFirstRow.set(n - indexInLine, rawRecords);
    return rawRecords[indexInLine];
  });
}

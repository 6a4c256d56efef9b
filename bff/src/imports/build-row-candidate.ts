import type { CrudContext } from '#crud/model.ts';
import type { Database } from '#database';
import { presetOf } from './options.ts';
import { loadStagingContext } from './stage/classify.ts';
import type { ConfiguredImport } from './stored-import.ts';
import { readAllRows, type StoredRow } from './stored-row.ts';
import { buildCandidates } from './values/build-candidates.ts';
import type { Candidate } from './values/candidate.ts';
import { createRawRecordReader, readCodeIndex } from './values/raw-record-reader.ts';

/** Builds the candidate of a stored row again; returns undefined if its line cannot be parsed into that record. */
export async function buildRowCandidate(
  crud: Pick<CrudContext, 'db' | 'entities' | 'reviewSetting'>,
  stored: ConfiguredImport,
  row: StoredRow,
): Promise<Candidate | undefined> {
  const { db } = crud;
  const { options, id } = stored;
  const columns = stored.columns ?? [];
  if (row.cells.length !== columns.length) return undefined;
  const layout = { columns, options, preset: presetOf(stored.entity, options) };
  const rawRecord = createRawRecordReader(layout, await readCodeIndex(layout, () => readAllRows(db, id)))(row)[
    row.indexInLine
  ];
  if (!rawRecord) return undefined;
  const { context } = await loadStagingContext(crud, stored);
  const [candidate] = await buildCandidates(db, context, [rawRecord]);
  const codes =
    candidate?.pendingReferences.filter(({ mayBeCreatedByFile }) => mayBeCreatedByFile).map(({ code }) => code) ?? [];
  if (codes.length === 0) return candidate;
  const newCodes = await codesOfNewRows(db, id, codes);
  const [rebuilt] = await buildCandidates(db, { ...context, mayFileCreate: (code) => newCodes.has(code) }, [rawRecord]);
  return rebuilt;
}

/** Returns the codes among these that new rows of the file have. */
async function codesOfNewRows(db: Database, importId: number, codes: string[]): Promise<Set<string>> {
  const rows = db('import_row').where({ import_id: importId, state: 'new' });
  return new Set(await rows.whereIn('code', codes).pluck('code'));
}

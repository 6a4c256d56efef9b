import type { Crud } from '#crud/model.ts';
import type { Database } from '#database';
import { presetOf } from './options.ts';
import { loadStagingContext } from './stage/classify.ts';
import type { ImportOptions, StoredImport } from './stored-import.ts';
import { allRows, type StoredRow } from './stored-row.ts';
import type { Candidate } from './values/candidate.ts';
import { candidatesOf } from './values/candidates.ts';
import { createDrafting, indexOfCodes } from './values/drafting.ts';

/** What a row of a report would write now; undefined where its line is none of the table. */
export async function candidateOf(
  crud: Pick<Crud, 'db' | 'entities' | 'review'>,
  stored: StoredImport & { options: ImportOptions },
  row: StoredRow,
): Promise<Candidate | undefined> {
  const { db } = crud;
  const { options, id } = stored;
  const columns = stored.columns ?? [];
  if (row.cells.length !== columns.length) return undefined;
  const layout = { columns, options, preset: presetOf(stored.entity, options) };
  const draft = createDrafting(layout, await indexOfCodes(layout, () => allRows(db, id)))(row)[row.nth];
  if (!draft) return undefined;
  const { reading } = await loadStagingContext(crud, stored);
  const [candidate] = await candidatesOf(db, reading, [draft]);
  const codes = candidate?.awaited.filter(({ inFile }) => inFile).map(({ code }) => code) ?? [];
  if (codes.length === 0) return candidate;
  const brought = await broughtOf(db, id, codes);
  const [again] = await candidatesOf(db, { ...reading, inFile: (code) => brought.has(code) }, [draft]);
  return again;
}

/** Those of the codes that new rows of the file have. */
async function broughtOf(db: Database, importId: number, codes: string[]): Promise<Set<string>> {
  const rows = db('import_row').where({ import_id: importId, state: 'new' });
  return new Set(await rows.whereIn('code', codes).pluck('code'));
}

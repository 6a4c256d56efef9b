import type { Entity } from '#crud/entity.ts';
import { identityOf } from '#crud/identity.ts';
import type { Language, Schemas } from '#http/contract.ts';
import { ruleText } from '#http/texts.ts';
import { type CellProblem, parseDraft } from './columns/parse-draft.ts';
import { presetOf } from './options.ts';
import type { ImportOptions, StoredImport } from './stored-import.ts';
import type { StoredRow } from './stored-row.ts';
import { createDrafting, type Drafting } from './values/drafting.ts';

export const toProblem = (
  columns: string[],
  { column, pointer, rule, parameters }: CellProblem,
  language: Language,
): Schemas['ImportProblem'] => ({
  column: column === undefined ? null : (columns[column] ?? null),
  pointer: pointer ?? null,
  rule,
  message: ruleText(rule, language, parameters),
});

/** What the rows of an import are shown with. */
export interface RowReader {
  entity: Entity;
  columns: string[];
  drafting: Drafting;
  language: Language;
}

export function createRowReader(
  entity: Entity,
  { columns, options }: Pick<StoredImport, 'columns'> & { options: ImportOptions },
  language: Language,
): RowReader {
  const names = columns ?? [];
  // what a record is called stands in its own line
  const drafting = createDrafting({ columns: names, options, preset: presetOf(entity.key, options) });
  return { entity, columns: names, drafting, language };
}

/** A row in the contract's form. */
export function toRow({ entity, columns, drafting, language }: RowReader, row: StoredRow): Schemas['ImportRow'] {
  const { n, line, state, outcome, code, recordId, cells, problems, missing } = row;
  const draft = cells.length === columns.length ? drafting(row)[row.nth] : undefined;
  const name = draft && identityOf(entity, parseDraft(entity, draft).body).name;
  return {
    ...{ row: n, line, state, outcome, code, name: name || null, recordId, cells, missing },
    problems: problems.map((problem) => toProblem(columns, problem, language)),
  };
}

import { identityOf } from '#crud/entity.ts';
import type { Entity } from '#crud/model.ts';
import type { Language, Schemas, Texts } from '#http/contract.ts';
import { ruleText } from '#http/problem.ts';
import { type CellProblem, parseDraft } from './columns/parse-draft.ts';
import { presetOf } from './options.ts';
import { isChoosable } from './stage/choose-row.ts';
import type { ImportOptions, StoredImport } from './stored-import.ts';
import type { FileCell, StoredRow } from './stored-row.ts';
import { createDrafting, type Drafting } from './values/drafting.ts';

export const toProblem = (
  columns: string[],
  { column, pointer, rule, parameters }: CellProblem,
  language: Language,
): Schemas['ImportProblem'] => ({
  column: column === undefined ? null : (columns[column] ?? null),
  pointer: pointer ?? null,
  rule,
  message: withValue(
    withExpected(ruleText(rule, language, parameters), language, parameters?.expected),
    language,
    parameters?.value,
  ),
});

function withExpected(message: string, language: Language, expected: string | number | Texts = ''): string {
  if (typeof expected !== 'string' || expected === '') return message;
  return language === 'en' ? `${message} (${expected})` : `${message}（${expected.replaceAll(', ', '、')}）`;
}

/** Says which value it is, where the text of the rule does not. */
function withValue(message: string, language: Language, value: string | number | Texts = ''): string {
  if (typeof value === 'object' || value === '' || message.includes(String(value))) return message;
  return language === 'en' ? `${message}: ${value}` : `${message}：${value}`;
}

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

const textInFile = (cell: string, inFile: FileCell | undefined) => (inFile?.missing ? [] : (inFile?.text ?? cell));

/** A row in the contract's form. */
export function toRow({ entity, columns, drafting, language }: RowReader, row: StoredRow): Schemas['ImportRow'] {
  const { n, line, state, outcome, code, recordId, cells, fileCells, problems, missing } = row;
  const draft = cells.length === columns.length ? drafting(row)[row.nth] : undefined;
  const name = draft && identityOf(entity, parseDraft(entity, draft).body).name;
  return {
    ...{ row: n, line, state, outcome, code, name: name || null, recordId, cells, missing },
    original: fileCells ? cells.flatMap((cell, index) => textInFile(cell, fileCells[index])) : null,
    choosable: isChoosable(entity, row),
    problems: problems.map((problem) => toProblem(columns, problem, language)),
  };
}

import type { Knex } from 'knex';
import { codeAndNameOf } from '#crud/entity.ts';
import { fieldsRequiredToApprove, lacksFieldSql } from '#crud/list/completeness.ts';
import type { Entity } from '#crud/model.ts';
import { cappedTotal, countCapped, type Database, escapeWildcards } from '#database';
import type { Language, Schemas, Texts } from '#http/contract.ts';
import type { Query } from '#http/operation-types.ts';
import { ruleText } from '#http/problem.ts';
import { type CellProblem, parseRawRecord } from './columns/parse-raw-record.ts';
import { presetOf } from './presets/index.ts';
import { isChoosableDuplicate } from './stage/stage-import.ts';
import type { ImportOptions, StoredImport } from './stored-import.ts';
import { type FileCell, queryImportRows, queryRowsWithCells, readRows, type StoredRow } from './stored-row.ts';
import { createRawRecordReader, type RawRecordReader } from './values/raw-record-reader.ts';

/** Converts a problem into the contract's form, with a message in the user's language. */
export const toProblem = (
  columns: string[],
  { column, pointer, rule, parameters }: CellProblem,
  language: Language,
): Schemas['ImportProblem'] => ({
  column: column === undefined ? null : (columns[column] ?? null),
  pointer: pointer ?? null,
  rule,
  message: appendValue(
    appendExpected(ruleText(rule, language, parameters), language, parameters?.expected),
    language,
    parameters?.value,
  ),
});

function appendExpected(message: string, language: Language, expected: string | number | Texts = ''): string {
  if (typeof expected !== 'string' || expected === '') return message;
  return language === 'en' ? `${message} (${expected})` : `${message}（${expected.replaceAll(', ', '、')}）`;
}

/** Appends the value to a message that does not contain it. */
function appendValue(message: string, language: Language, value: string | number | Texts = ''): string {
  if (typeof value === 'object' || value === '' || message.includes(String(value))) return message;
  return language === 'en' ? `${message}: ${value}` : `${message}：${value}`;
}

/** Everything that converting the rows of an import needs. */
interface RowDisplayContext {
  entity: Entity;
  columns: string[];
  readRawRecords: RawRecordReader;
  language: Language;
}

export function createRowDisplayContext(
  entity: Entity,
  { columns, options }: Pick<StoredImport, 'columns'> & { options: ImportOptions },
  language: Language,
): RowDisplayContext {
  const names = columns ?? [];
  // only the record's name is needed, so the codes of other records that `readCodeIndex` would look up may stay unknown
  const readRawRecords = createRawRecordReader({ columns: names, options, preset: presetOf(entity.key, options) });
  return { entity, columns: names, readRawRecords, language };
}

const originalText = (cell: string, fileCell: FileCell | undefined) =>
  fileCell?.missing ? [] : (fileCell?.text ?? cell);

/** Converts a row into the contract's form. */
export function toImportRowResponse(
  { entity, columns, readRawRecords, language }: RowDisplayContext,
  row: StoredRow,
): Schemas['ImportRow'] {
  const { n, line, state, outcome, code, recordId, cells, fileCells, problems, missingForApproval } = row;
  const rawRecord = cells.length === columns.length ? readRawRecords(row)[row.indexInLine] : undefined;
  const name = rawRecord && codeAndNameOf(entity, parseRawRecord(entity, rawRecord).body).name;
  return {
    row: n,
    line,
    state,
    outcome,
    code,
    name: name || null,
    recordId,
    cells,
    missing: missingForApproval,
    original: fileCells ? cells.flatMap((cell, index) => originalText(cell, fileCells[index])) : null,
    choosable: isChoosableDuplicate(entity, row),
    problems: problems.map((problem) => toProblem(columns, problem, language)),
  };
}

type RowFilter = Omit<Query<'listImportRows'>, 'cursor' | 'limit'>;

/** Whether the import has a report that corresponds to its current options. */
export const hasReport = ({ status }: Pick<StoredImport, 'status'>): boolean =>
  !['uploading', 'uploaded', 'staging', 'failed'].includes(status);

const createFilter =
  (entity: Entity, { state, outcome, rule, code, incomplete, lacks, corrected }: RowFilter) =>
  (rows: Knex.QueryBuilder): void => {
    if (state) rows.where('import_row.state', state);
    if (outcome) rows.where('import_row.outcome', outcome);
    // the pattern cannot match elsewhere, as quotes in other JSON strings are escaped
    if (rule) rows.where('import_row.problems', 'like', `%"rule":"${rule}"%`);
    if (code) rows.where('import_row.code', 'like', `${escapeWildcards(code)}%`);
    if (incomplete !== undefined) rows[incomplete ? 'whereNotNull' : 'whereNull']('import_row.missing');
    if (lacks) rows.whereRaw(...isPendingWithout(entity, lacks));
    if (corrected !== undefined) rows[corrected ? 'whereNotNull' : 'whereNull']('first_row_of_line.file_cells');
  };

/** Returns the SQL condition that a row's record is pending, unchanged since the import, and lacks a field. */
function isPendingWithout(entity: Entity, pointer: string): [string] {
  const field = fieldsRequiredToApprove(entity).find(({ name }) => `/${name}` === pointer);
  if (!field) return ['0'];
  const record = `SELECT 1 FROM \`${entity.table}\` AS record WHERE record.id = import_row.record_id AND record.status = 'pending'
    AND record.version = import_row.version AND ${lacksFieldSql(field, 'record')}`;
  return [`import_row.outcome = 'created' AND EXISTS (${record})`];
}

/** Reads a page of the report; `cursor` is the number of the last row seen. */
export async function readRowPage(
  db: Database,
  entity: Entity,
  stored: StoredImport,
  reader: RowDisplayContext,
  { cursor, limit = 20, ...filter }: Query<'listImportRows'>,
): Promise<Schemas['ImportRowsAnswer']['data']> {
  const applyFilter = createFilter(entity, filter);
  const [rows, count, ruleCounts] = await Promise.all([
    readRows(db, stored.id, { after: Number(cursor ?? 0), limit: limit + 1, filter: applyFilter }),
    countCapped(
      db,
      (filter.corrected === undefined ? queryImportRows : queryRowsWithCells)(db, stored.id).modify(applyFilter),
    ),
    filter.state ? countRules(db, stored.id, filter.state) : {},
  ]);
  const items = rows.slice(0, limit).map((row) => toImportRowResponse(reader, row));
  const nextCursor = rows.length > limit ? String(items.at(-1)?.row) : null;
  return { columns: reader.columns, items, nextCursor, ...cappedTotal(count), rules: ruleCounts };
}

/** Counts the rows of a state by rule. */
async function countRules(db: Database, importId: number, state: string): Promise<Record<string, number>> {
  const rules = db.raw(`JSON_EXTRACT(import_row.problems, '$[*].rule')`);
  const rows: { rules: string; n: number }[] = await queryImportRows(db, importId)
    .where('import_row.state', state)
    .whereNotNull('import_row.problems')
    .groupBy('rules')
    .select({ rules, n: db.raw('COUNT(*)') });
  const counts = new Map<string, number>();
  // the cast: JSON_EXTRACT returns a list of strings
  for (const { rules: rulesJson, n } of rows)
    for (const rule of new Set(JSON.parse(rulesJson) as string[]))
      counts.set(rule, (counts.get(rule) ?? 0) + Number(n));
  return Object.fromEntries(counts);
}

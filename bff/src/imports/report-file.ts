import { Readable } from 'node:stream';
import type { Knex } from 'knex';
import type { Database } from '#database';
import { csv } from '#exports/text-files.ts';
import { xlsx } from '#exports/xlsx.ts';
import { prefetchFirst } from '#http/bodies.ts';
import type { Language } from '#http/contract.ts';
import type { CellProblem } from './columns/parse-raw-record.ts';
import { toProblem } from './row-page.ts';
import type { ConfiguredImport, ImportOptions, StoredImport } from './stored-import.ts';
import { queryImportRows, readAllRows } from './stored-row.ts';

type ReportFilter = 'all' | 'unsound';
type FileFormat = 'csv' | 'xlsx' | 'ndjson';

const MEDIA_TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ndjson: 'application/x-ndjson',
} as const satisfies Record<FileFormat, string>;

/** A line of the file with all its problems. */
interface AnnotatedLine {
  /** The number of the row that stores the line's cells, as a line may contain several records. */
  firstRow: number;
  cells: string[];
  problems: string[];
}

const formatOf = ({ format }: ImportOptions): FileFormat =>
  format === 'json' || format === 'ndjson' ? 'ndjson' : format === 'xlsx' ? 'xlsx' : 'csv';

/** Creates a file with all lines as they were read and a column with their problems. */
export async function reportFile(db: Database, stored: ConfiguredImport, only: ReportFilter, language: Language) {
  const columns = stored.columns ?? [];
  const format = formatOf(stored.options);
  const lines = await prefetchFirst(reportLines(db, stored, only, language));
  const filename = `${stored.filename.replace(/(\.\w{1,8}){1,2}$/, '')}-report.${format}`;
  const stream =
    format === 'ndjson'
      ? Readable.from(toNdjson(columns, lines))
      : toTable(format, columns, lines, (await hasSurplusCells(db, stored)) ? stored.options.separator : undefined);
  return { stream, type: MEDIA_TYPES[format], filename };
}

/** Whether any line has more cells than the file has columns. */
async function hasSurplusCells(db: Database, { id, columns }: StoredImport): Promise<boolean> {
  const row = await queryImportRows(db, id)
    .where('import_row.problems', 'like', '%"rule":"cellCount"%')
    .whereRaw('JSON_LENGTH(import_row.cells) > ?', [columns?.length ?? 0])
    .first('import_row.n');
  return row !== undefined;
}

const INVALID_STATES = ['refused', 'conflicting'];

/** Yields the lines of the file, each with the problems of all its rows. */
async function* reportLines(
  db: Database,
  { id, columns }: StoredImport,
  only: ReportFilter,
  language: Language,
): AsyncGenerator<AnnotatedLine[]> {
  const filter = (rows: Knex.QueryBuilder) =>
    only === 'unsound' &&
    rows.where((any) =>
      any.whereIn('import_row.state', INVALID_STATES).orWhereIn('import_row.outcome', INVALID_STATES),
    );
  let current: AnnotatedLine | undefined;
  for await (const rows of readAllRows(db, id, { filter })) {
    const lines: AnnotatedLine[] = [];
    for (const row of rows) {
      const problems = row.problems.map((problem) => toText(columns ?? [], problem, language));
      if (row.n - row.indexInLine === current?.firstRow) current.problems.push(...problems);
      else {
        if (current) lines.push(current);
        current = { firstRow: row.n - row.indexInLine, cells: row.cells, problems };
      }
    }
    yield lines;
  }
  if (current) yield [current];
}

function toText(columns: string[], problem: CellProblem, language: Language): string {
  const { column, message } = toProblem(columns, problem, language);
  return column === null ? message : `${column}: ${message}`;
}

const problemText = ({ problems }: AnnotatedLine) => [...new Set(problems)].join('; ');

/** Returns a name that no column of the file has. */
function unusedColumnName(columns: string[], wanted = 'problems'): string {
  const usedNames = new Set(columns);
  let name = wanted;
  for (let n = 2; usedNames.has(name); n++) name = `${wanted} ${n}`;
  return name;
}

/**
 * Surplus cells follow the problems in one cell without a heading, so that an import of the report refuses the line for them again.
 * @param separator joins the surplus cells of a line; undefined if no line has any
 */
function toTable(
  format: 'csv' | 'xlsx',
  names: string[],
  lines: AsyncGenerator<AnnotatedLine[]>,
  separator: string | undefined,
): Readable {
  const keys = [...names, unusedColumnName(names), ...(separator === undefined ? [] : [''])];
  const columns = keys.map((key, index) => ({ key, pointer: `/${index}`, cellFormat: 'text' as const }));
  return { csv, xlsx }[format]({ columns, records: toRecords(lines, names.length, separator) });
}

async function* toRecords(
  lines: AsyncGenerator<AnnotatedLine[]>,
  width: number,
  separator: string | undefined,
): AsyncGenerator<string[][]> {
  for await (const batch of lines)
    yield batch.map((line) => [
      ...Array.from({ length: width }, (_, index) => line.cells[index] ?? ''),
      problemText(line),
      line.cells.slice(width).join(separator),
    ]);
}

/** The reader of the file has dropped the names of surplus values, so these are a list. */
async function* toNdjson(names: string[], lines: AsyncGenerator<AnnotatedLine[]>): AsyncGenerator<string> {
  const problems = unusedColumnName(names);
  const surplus = unusedColumnName(names, 'surplus');
  for await (const batch of lines)
    yield batch
      .map((line) => [
        ...names.map((name, index) => [name, line.cells[index] || null]),
        [problems, problemText(line)],
        ...(line.cells.length > names.length ? [[surplus, line.cells.slice(names.length)]] : []),
      ])
      .map((entries) => `${JSON.stringify(Object.fromEntries(entries))}\n`)
      .join('');
}

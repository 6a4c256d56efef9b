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
import { readAllRows } from './stored-row.ts';

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
  const stream = format === 'ndjson' ? Readable.from(toNdjson(columns, lines)) : toTable(format, columns, lines);
  return { stream, type: MEDIA_TYPES[format], filename };
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
function unusedColumnName(columns: string[]): string {
  const usedNames = new Set(columns);
  let name = 'problems';
  for (let n = 2; usedNames.has(name); n++) name = `problems ${n}`;
  return name;
}

function toTable(format: 'csv' | 'xlsx', names: string[], lines: AsyncGenerator<AnnotatedLine[]>): Readable {
  const columns = [...names, unusedColumnName(names)].map((key, index) => ({
    key,
    pointer: `/${index}`,
    cellFormat: 'text' as const,
  }));
  return { csv, xlsx }[format]({ columns, records: toRecords(lines, names.length) });
}

async function* toRecords(lines: AsyncGenerator<AnnotatedLine[]>, width: number): AsyncGenerator<object[]> {
  for await (const batch of lines) yield batch.map((line) => ({ ...line.cells, [width]: problemText(line) }));
}

async function* toNdjson(names: string[], lines: AsyncGenerator<AnnotatedLine[]>): AsyncGenerator<string> {
  const problems = unusedColumnName(names);
  for await (const batch of lines)
    yield batch
      .map((line) => [...names.map((name, index) => [name, line.cells[index] || null]), [problems, problemText(line)]])
      .map((entries) => `${JSON.stringify(Object.fromEntries(entries))}\n`)
      .join('');
}

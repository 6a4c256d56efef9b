import { Readable } from 'node:stream';
import type { Knex } from 'knex';
import type { EntityRecord } from '#crud/model.ts';
import type { Database } from '#database';
import { csv } from '#exports/text-files.ts';
import { xlsx } from '#exports/xlsx.ts';
import type { Language } from '#http/contract.ts';
import { prefetchFirst } from '#http/send.ts';
import type { CellProblem } from './columns/parse-draft.ts';
import { toProblem } from './row-page.ts';
import type { ImportOptions, StoredImport } from './stored-import.ts';
import { allRows } from './stored-row.ts';

type Only = 'all' | 'unsound';
type Form = 'csv' | 'xlsx' | 'ndjson';

const types = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ndjson: 'application/x-ndjson',
} as const satisfies Record<Form, string>;

/** A line of the file with all that is wrong with it. */
interface Told {
  /** The row that keeps the line's cells: in JSON several records may stand in one line of text. */
  first: number;
  cells: string[];
  problems: string[];
}

const formOf = ({ format }: ImportOptions): Form =>
  format === 'json' || format === 'ndjson' ? 'ndjson' : format === 'xlsx' ? 'xlsx' : 'csv';

/** The file again as it was read, line by line, with a column of what is wrong. */
export async function reportFile(
  db: Database,
  stored: StoredImport & { options: ImportOptions },
  only: Only,
  language: Language,
) {
  const columns = stored.columns ?? [];
  const form = formOf(stored.options);
  const lines = await prefetchFirst(toldLines(db, stored, only, language));
  const filename = `${stored.filename.replace(/(\.\w{1,8}){1,2}$/, '')}-report.${form}`;
  const stream = form === 'ndjson' ? Readable.from(ndjson(columns, lines)) : table(form, columns, lines);
  return { stream, type: types[form], filename };
}

const unsound = ['refused', 'conflicting'];

/** Rows of a line stand together, as the file's lines do. */
async function* toldLines(
  db: Database,
  { id, columns }: StoredImport,
  only: Only,
  language: Language,
): AsyncGenerator<Told[]> {
  const narrow = (rows: Knex.QueryBuilder) =>
    only === 'unsound' && rows.where((own) => own.whereIn('own.state', unsound).orWhereIn('own.outcome', unsound));
  let last: Told | undefined;
  for await (const rows of allRows(db, id, { narrow })) {
    const lines: Told[] = [];
    for (const row of rows) {
      const problems = row.problems.map((problem) => toText(columns ?? [], problem, language));
      if (row.n - row.nth === last?.first) last.problems.push(...problems);
      else {
        if (last) lines.push(last);
        last = { first: row.n - row.nth, cells: row.cells, problems };
      }
    }
    yield lines;
  }
  if (last) yield [last];
}

function toText(columns: string[], problem: CellProblem, language: Language): string {
  const { column, message } = toProblem(columns, problem, language);
  return column === null ? message : `${column}: ${message}`;
}

const told = ({ problems }: Told) => [...new Set(problems)].join('; ');

/** What no column of the file is called. */
function freeName(columns: string[]): string {
  const taken = new Set(columns);
  let name = 'problems';
  for (let n = 2; taken.has(name); n++) name = `problems ${n}`;
  return name;
}

function table(form: 'csv' | 'xlsx', names: string[], lines: AsyncGenerator<Told[]>): Readable {
  const columns = [...names, freeName(names)].map((key, index) => ({
    key,
    pointer: `/${index}`,
    form: 'text' as const,
  }));
  return { csv, xlsx }[form]({ columns, records: records(lines, names.length) });
}

async function* records(lines: AsyncGenerator<Told[]>, width: number): AsyncGenerator<EntityRecord[]> {
  // columns are read by their pointers, whatever they lead into
  for await (const batch of lines)
    yield batch.map((line) => ({ ...line.cells, [Math.max(width, 0)]: told(line) }) as unknown as EntityRecord);
}

async function* ndjson(names: string[], lines: AsyncGenerator<Told[]>): AsyncGenerator<string> {
  const problems = freeName(names);
  for await (const batch of lines)
    yield batch
      .map((line) => [...names.map((name, index) => [name, line.cells[index] || null]), [problems, told(line)]])
      .map((entries) => `${JSON.stringify(Object.fromEntries(entries))}\n`)
      .join('');
}

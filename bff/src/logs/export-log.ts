import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { Database } from '#database';
import { type Log, type LogFilter, type LogRow, type LogTable, openLog } from './read-log.ts';

export type LogFormat = 'csv' | 'ndjson';

export const fileTypes = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const satisfies Record<
  LogFormat,
  string
>;

/** How a log becomes a file. */
export interface LogFile<Entry> {
  log: LogTable;
  toEntries(db: Database, rows: LogRow[]): Entry[] | Promise<Entry[]>;
  /** The columns of a table, in order, and an entry's values by them. */
  columns: readonly string[];
  toColumns(entry: Entry): Record<string, unknown>;
}

const batch = 1000;

/**
 * The log as a file, newest first. Each batch is a statement of its own, made when the reader has taken the one before:
 * who reads slowly holds nothing in the database. The first one is read here, so that its errors can still be answered.
 */
export async function exportLog<Entry>(
  db: Database,
  file: LogFile<Entry>,
  filter: LogFilter,
  format: LogFormat,
): Promise<Readable> {
  const batches = batchesOf(await openLog(db, file.log, filter), (rows) => file.toEntries(db, rows));
  const first = await batches.next();
  return Readable.from(chunks(first.done ? [] : first.value, batches, writers<Entry>(file)[format]));
}

async function* batchesOf<Entry>(
  log: Log,
  toEntries: (rows: LogRow[]) => Entry[] | Promise<Entry[]>,
): AsyncGenerator<Entry[]> {
  let rows = await log.read(undefined, batch);
  while (rows.length > 0) {
    yield await toEntries(rows);
    rows = rows.length < batch ? [] : await log.read(rows.at(-1), batch);
  }
}

async function* chunks<Entry>(
  first: Entry[],
  rest: AsyncGenerator<Entry[]>,
  write: Writer<Entry>,
): AsyncGenerator<string> {
  yield write(first, true);
  for await (const entries of rest) yield write(entries, false);
}

type Writer<Entry> = (entries: Entry[], first: boolean) => string;

const writers = <Entry>({ columns, toColumns }: LogFile<Entry>): Record<LogFormat, Writer<Entry>> => ({
  ndjson: (entries) => entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
  csv: (entries, first) =>
    stringify(entries.map(toColumns), {
      columns: [...columns],
      header: first,
      // without it Excel takes UTF-8 for the code page of its language
      bom: first,
      escape_formulas: true,
      quoted_string: true,
      cast: { string: visible },
    }),
});

/** Control characters as their pictures (U+2400 …), so that neither a spreadsheet nor a terminal obeys them. */
const visible = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, (sign) => {
    const code = sign.charCodeAt(0);
    if (code === 0x7f) return '\u2421';
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
  });

import { Readable } from 'node:stream';
import type { Database } from '#database';
import { prefetchFirst } from '#http/bodies.ts';
import { BYTE_ORDER_MARK, type CsvValue, toCsvLines } from '#http/csv.ts';
import { type Log, type LogFilter, type LogRow, type LogTable, openLog } from './read-log.ts';

type LogFormat = 'csv' | 'ndjson';

export const LOG_FILE_TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const satisfies Record<
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

const BATCH_ROWS = 1000;

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
  const log = await openLog(db, file.log, filter);
  const batches = await prefetchFirst(batchesOf(log, (rows) => file.toEntries(db, rows)));
  return Readable.from(format === 'csv' ? toCsv(file, batches) : toNdjson(batches));
}

async function* batchesOf<Entry>(
  log: Log,
  toEntries: (rows: LogRow[]) => Entry[] | Promise<Entry[]>,
): AsyncGenerator<Entry[]> {
  let rows = await log.read(undefined, BATCH_ROWS);
  while (rows.length > 0) {
    yield await toEntries(rows);
    rows = rows.length < BATCH_ROWS ? [] : await log.read(rows.at(-1), BATCH_ROWS);
  }
}

async function* toNdjson<Entry>(batches: AsyncIterable<Entry[]>): AsyncGenerator<string> {
  for await (const entries of batches) yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

async function* toCsv<Entry>(
  { columns, toColumns }: LogFile<Entry>,
  batches: AsyncIterable<Entry[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toCsvLines([[...columns]]);
  for await (const entries of batches)
    yield toCsvLines(
      entries.map((entry) => {
        const values = toColumns(entry);
        return columns.map((column) => withVisibleControls(values[column]));
      }),
    );
}

/** Control characters as their pictures (U+2400 …), so that neither a spreadsheet nor a terminal obeys them. */
const withVisibleControls = (value: unknown): CsvValue =>
  typeof value !== 'string'
    ? // columns hold texts, numbers and nothing
      (value as CsvValue)
    : value.replaceAll(/\p{Cc}/gu, (sign) => {
        const code = sign.charCodeAt(0);
        if (code === 0x7f) return '\u2421';
        return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
      });

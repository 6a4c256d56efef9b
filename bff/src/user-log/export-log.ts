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

/** Describes how a log is exported. */
export interface LogFile<Entry> {
  log: LogTable;
  toEntries(db: Database, rows: LogRow[]): Entry[] | Promise<Entry[]>;
  /** The columns of a CSV file in order. */
  columns: readonly string[];
  /** Returns an entry's values by column. */
  toColumns(entry: Entry): Record<string, unknown>;
}

const BATCH_ROWS = 1000;

/**
 * Exports a log, newest first. Each batch is a separate statement that runs on demand, so that a slow reader does not occupy a connection.
 * The first batch is read before this returns, so that its errors still get a regular response.
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

/** Replaces control characters by their symbols (U+2400 …), so that neither spreadsheets nor terminals interpret them. */
const withVisibleControls = (value: unknown): CsvValue =>
  typeof value !== 'string'
    ? // the cast: all other columns are numbers or empty
      (value as CsvValue)
    : value.replaceAll(/\p{Cc}/gu, (character) => {
        const code = character.charCodeAt(0);
        if (code === 0x7f) return '\u2421';
        return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
      });

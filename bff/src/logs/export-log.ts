import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';
import { type Log, type LogFilter, openLog, toEntry } from './read-log.ts';

export type LogFormat = 'csv' | 'ndjson';
type Entry = Schemas['UserLogEntry'];

const batch = 1000;

/**
 * The log as a file, newest first. Each batch is a statement of its own, made when the reader has taken the one before:
 * who reads slowly holds nothing in the database. The first one is read here, so that its errors can still be answered.
 */
export async function exportLog(db: Database, filter: LogFilter, format: LogFormat): Promise<Readable> {
  const batches = batchesOf(await openLog(db, filter));
  const first = await batches.next();
  return Readable.from(chunks(first.done ? [] : first.value, batches, writers[format]));
}

async function* batchesOf(log: Log): AsyncGenerator<Entry[]> {
  let rows = await log.read(undefined, batch);
  while (rows.length > 0) {
    yield rows.map(toEntry);
    rows = rows.length < batch ? [] : await log.read(rows.at(-1), batch);
  }
}

async function* chunks(first: Entry[], rest: AsyncGenerator<Entry[]>, write: Writer): AsyncGenerator<string> {
  yield write(first, true);
  for await (const entries of rest) yield write(entries, false);
}

type Writer = (entries: Entry[], first: boolean) => string;

const columns = ['id', 'time', 'act', 'userId', 'username', 'targetKind', 'targetId', 'target'];
const moreColumns = ['details', 'address', 'client'];

const writers: Record<LogFormat, Writer> = {
  ndjson: (entries) => entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
  csv: (entries, first) =>
    stringify(entries.map(toColumns), {
      columns: [...columns, ...moreColumns],
      header: first,
      // without it Excel takes UTF-8 for the code page of its language
      bom: first,
      escape_formulas: true,
      quoted_string: true,
      cast: { string: visible },
    }),
};

const toColumns = ({ target, details, ...entry }: Entry) => ({
  ...entry,
  targetKind: target?.kind,
  targetId: target?.id,
  target: target?.name,
  details: Object.keys(details).length > 0 ? JSON.stringify(details) : undefined,
});

/** Control characters as their pictures (U+2400 …), so that neither a spreadsheet nor a terminal obeys them. */
const visible = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, (sign) => {
    const code = sign.charCodeAt(0);
    if (code === 0x7f) return '\u2421';
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
  });

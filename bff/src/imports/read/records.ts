import { isTooDeep, MAX_JSON_DEPTH } from '#http/bodies.ts';
import { FileFault, type FileLine } from '../file-model.ts';
import { LIMITS, toKib } from './limits.ts';

/** The first items of a stream, and the whole stream again. `all` is already started, so that returning it always ends the source. */
interface ReadAhead<T> {
  first: T[];
  all: AsyncGenerator<T[]>;
}

/** Reads at least `count` items ahead, or the whole stream. */
export async function readAhead<T>(batches: AsyncGenerator<T[]>, count: number): Promise<ReadAhead<T>> {
  const first: T[] = [];
  while (first.length < count) {
    const next = await batches.next();
    if (next.done) break;
    first.push(...next.value);
  }
  const all = resume(first, batches);
  await all.next();
  return { first, all };
}

async function* resume<T>(first: T[], batches: AsyncGenerator<T[]>): AsyncGenerator<T[]> {
  try {
    // the caller takes this empty batch at once: a generator runs its `finally` only after it has started
    yield [];
    yield first;
    yield* batches;
  } finally {
    await batches.return(undefined);
  }
}

/** A line of a text; the last one may lack its line end. */
interface TextLine {
  line: number;
  text: string;
  isEnded: boolean;
}

/** Splits a text into lines, by chunk. @throws FileFault rowTooLong */
async function* textLines(text: AsyncIterable<string>): AsyncGenerator<TextLine[]> {
  let line = 1;
  let lastText = '';
  for await (const chunk of text) {
    const texts = (lastText + chunk).split('\n');
    // split returns at least one text
    lastText = texts.pop() ?? '';
    yield texts.map((text) => ({ line: line++, text: assertRowLength(text, line - 1), isEnded: true }));
    assertRowLength(lastText, line);
  }
  if (lastText) yield [{ line, text: lastText, isEnded: false }];
}

function assertRowLength(text: string, line: number): string {
  if (text.length > LIMITS.row) throw new FileFault('rowTooLong', { line, limit: toKib(LIMITS.row) });
  return text;
}

/** A record of a format in which each record names its fields. */
export interface FileRecord {
  line: number;
  fields: Record<string, unknown>;
}

/** The fields of this many first records become the file's columns. */
const MAX_COLUMN_SAMPLE_RECORDS = 200;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a record's fields. @throws FileFault notJson if the value is no object, tooDeep */
export function toFields(value: unknown, line: number): Record<string, unknown> {
  if (!isObject(value)) throw new FileFault('notJson', { line });
  if (isTooDeep(value)) throw new FileFault('tooDeep', { line, limit: MAX_JSON_DEPTH });
  return value;
}

/** Turns records into columns and lines. @throws FileFault tooManyColumns, rowTooLong */
export async function recordRows(records: AsyncGenerator<FileRecord[]>) {
  const { first, all } = await readAhead(records, MAX_COLUMN_SAMPLE_RECORDS);
  const columns = [...new Set(first.slice(0, MAX_COLUMN_SAMPLE_RECORDS).flatMap(({ fields }) => Object.keys(fields)))];
  return { columns, lines: linesOf(all, columns) };
}

async function* linesOf(records: AsyncIterable<FileRecord[]>, columns: string[]): AsyncGenerator<FileLine[]> {
  const columnSet = new Set(columns);
  for await (const batch of records) yield batch.map((record) => lineOf(record, columns, columnSet));
}

/** Fields without a column are appended, so that the line has too many cells and is refused. */
function lineOf({ line, fields }: FileRecord, columns: string[], columnSet: Set<string>): FileLine {
  const others = Object.keys(fields).filter((name) => !columnSet.has(name));
  const cells = [...columns, ...others].map((name) => cellText(Object.hasOwn(fields, name) ? fields[name] : null));
  const length = cells.reduce((sum, cell) => sum + cell.length, 0);
  if (length > LIMITS.row) throw new FileFault('rowTooLong', { line, limit: toKib(LIMITS.row) });
  return { line, cells };
}

function cellText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : JSON.stringify(value);
}

/** Yields a record for each line (https://github.com/ndjson/ndjson-spec). @throws FileFault notJson, truncated, rowTooLong */
export async function* ndjsonRecords(text: AsyncIterable<string>): AsyncGenerator<FileRecord[]> {
  for await (const lines of textLines(text)) yield lines.filter(({ text }) => text.trim()).map(recordOf);
}

function recordOf({ line, text, isEnded }: TextLine): FileRecord {
  return { line, fields: toFields(parseJson(text, line, isEnded), line) };
}

function parseJson(text: string, line: number, isEnded: boolean): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw isEnded ? new FileFault('notJson', { line }) : new FileFault('truncated');
  }
}

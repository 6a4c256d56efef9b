import { isTooDeep, MAX_JSON_DEPTH } from '#http/bodies.ts';
import { FileFault, type Line } from '../file-model.ts';
import { inKib, LIMITS } from './limits.ts';

/** What is there of a stream, and the stream with it: `rest` has begun, so that ending it ends the source, read on or not. */
interface Collected<T> {
  first: T[];
  rest: AsyncGenerator<T[]>;
}

/** Reads until at least `count` items are there, or all. */
export async function collect<T>(batches: AsyncGenerator<T[]>, count: number): Promise<Collected<T>> {
  const first: T[] = [];
  while (first.length < count) {
    const next = await batches.next();
    if (next.done) break;
    first.push(...next.value);
  }
  const rest = resume(first, batches);
  await rest.next();
  return { first, rest };
}

async function* resume<T>(first: T[], batches: AsyncGenerator<T[]>): AsyncGenerator<T[]> {
  try {
    // not one of the batches: up to here a generator has to come for its `finally` to count
    yield [];
    yield first;
    yield* batches;
  } finally {
    await batches.return(undefined);
  }
}

/** A line of a text; the last one of a file may lack its end. */
interface TextLine {
  line: number;
  text: string;
  isEnded: boolean;
}

/** The lines of a text, by chunk. @throws FileFault rowTooLong */
async function* textLines(text: AsyncIterable<string>): AsyncGenerator<TextLine[]> {
  let line = 1;
  let rest = '';
  for await (const chunk of text) {
    const texts = (rest + chunk).split('\n');
    // there is always a last one
    rest = texts.pop() ?? '';
    yield texts.map((text) => ({ line: line++, text: assertShort(text, line - 1), isEnded: true }));
    assertShort(rest, line);
  }
  if (rest) yield [{ line, text: rest, isEnded: false }];
}

function assertShort(text: string, line: number): string {
  if (text.length > LIMITS.row) throw new FileFault('rowTooLong', { line, limit: inKib(LIMITS.row) });
  return text;
}

/** A record of a file that names the fields in each of them. */
export interface FileRecord {
  line: number;
  fields: Record<string, unknown>;
}

/** So many records name the columns of the file. */
const NAMING_RECORDS = 200;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws FileFault notJson: a record is an object; tooDeep */
export function toFields(value: unknown, line: number): Record<string, unknown> {
  if (!isObject(value)) throw new FileFault('notJson', { line });
  if (isTooDeep(value)) throw new FileFault('tooDeep', { line, limit: MAX_JSON_DEPTH });
  return value;
}

/** Columns and lines of records. @throws FileFault tooManyColumns, rowTooLong */
export async function recordRows(records: AsyncGenerator<FileRecord[]>) {
  const { first, rest } = await collect(records, NAMING_RECORDS);
  const columns = [...new Set(first.slice(0, NAMING_RECORDS).flatMap(({ fields }) => Object.keys(fields)))];
  return { columns, lines: linesOf(rest, columns) };
}

async function* linesOf(records: AsyncIterable<FileRecord[]>, columns: string[]): AsyncGenerator<Line[]> {
  const known = new Set(columns);
  for await (const batch of records) yield batch.map((record) => lineOf(record, columns, known));
}

/** Fields that no column stands for come after the others, so that the line has more cells than it should and is refused. */
function lineOf({ line, fields }: FileRecord, columns: string[], known: Set<string>): Line {
  const others = Object.keys(fields).filter((name) => !known.has(name));
  const cells = [...columns, ...others].map((name) => cellText(Object.hasOwn(fields, name) ? fields[name] : null));
  const length = cells.reduce((sum, cell) => sum + cell.length, 0);
  if (length > LIMITS.row) throw new FileFault('rowTooLong', { line, limit: inKib(LIMITS.row) });
  return { line, cells };
}

function cellText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : JSON.stringify(value);
}

/** A record of each line (https://github.com/ndjson/ndjson-spec). @throws FileFault notJson, truncated, rowTooLong */
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

import { isTooDeep, MAX_JSON_DEPTH } from '#http/body.ts';
import { FileFault, type Line } from '../types.ts';
import { collect } from './batches.ts';
import { inKib, limits } from './limits.ts';

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
export function asFields(value: unknown, line: number): Record<string, unknown> {
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
  if (length > limits.row) throw new FileFault('rowTooLong', { line, limit: inKib(limits.row) });
  return { line, cells };
}

function cellText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : JSON.stringify(value);
}

import type { Kind } from '../kinds.ts';
import { type MockAnswer, type MockRequest, valuesIn } from '../request.ts';
import { findRecords } from './list.ts';
import type { RecordStore } from './store.ts';

const quote = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const toCell = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return quote(typeof value === 'object' ? JSON.stringify(value) : String(value));
};

/** Returns rows as a CSV file. */
export const toCsv = (columns: string[], rows: Record<string, unknown>[]): string =>
  [columns.join(), ...rows.map((row) => columns.map((column) => toCell(row[column])).join())].join('\n').concat('\n');

/** Returns rows in the format asked for. Whoever asks for a workbook gets a CSV file, as nobody looks into it on the mock. */
export function fileAnswer(
  name: string,
  columns: string[],
  rows: Record<string, unknown>[],
  format: string | undefined,
): MockAnswer {
  const isNdjson = format === 'ndjson';
  const text = isNdjson ? rows.map((row) => `${JSON.stringify(row)}\n`).join('') : toCsv(columns, rows);
  return {
    status: 200,
    data: text,
    headers: {
      'content-type': isNdjson ? 'application/x-ndjson' : 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.${isNdjson ? 'ndjson' : 'csv'}"`,
    },
  };
}

/** Returns the records of an export as a file. */
export function exportRecords(store: RecordStore, kind: Kind, { operation, query, caller }: MockRequest): MockAnswer {
  const ids = valuesIn(query.ids).map(Number);
  const records =
    ids.length > 0
      ? ids.flatMap((id) => store.find(kind.tag, id) ?? [])
      : findRecords(store, kind, operation.parameters, query, caller).toSorted((a, b) => a.id - b.id);
  const columns = ['id', ...kind.fields.map(({ name }) => name), 'status'];
  return fileAnswer(kind.tag, columns, records, query.format);
}

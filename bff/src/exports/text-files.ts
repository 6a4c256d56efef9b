import { Readable } from 'node:stream';
import { type Cell, formatRecord } from '#columns/cells.ts';
import { BYTE_ORDER_MARK, type CsvValue, toCsvLines } from '#http/csv.ts';
import type { ExportFormat, ExportTable } from './table.ts';

export const csv: ExportFormat = (table) => Readable.from(csvText(table));

async function* csvText({ columns, records }: ExportTable): AsyncGenerator<string> {
  const names = columns.map(({ key }) => key);
  // columns without a name at the end have no heading at all, so that a reader takes their cells for surplus ones
  yield BYTE_ORDER_MARK + toCsvLines([names.slice(0, names.findLastIndex(Boolean) + 1)]);
  for await (const batch of records)
    yield toCsvLines(batch.map((record) => formatRecord(columns, record).map(toValue)));
}

function toValue({ text, isNumber }: Cell): CsvValue {
  if (text === '') return null;
  return isNumber ? { number: text } : printable(text);
}

/** Replaces control characters by their symbols (U+2400 …), so that terminals do not interpret them. */
const printable = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the function replaces control characters
  text.replaceAll(/[\x00-\x08\x0b\x0c\x0e-\x1f]/g, (character) =>
    String.fromCharCode(0x2400 + character.charCodeAt(0)),
  );

/** Exports the records in the form of the API, one per line. */
export const ndjson: ExportFormat = (table) => Readable.from(ndjsonText(table));

async function* ndjsonText({ records }: ExportTable): AsyncGenerator<string> {
  for await (const batch of records) yield batch.map((record) => `${JSON.stringify(record)}\n`).join('');
}

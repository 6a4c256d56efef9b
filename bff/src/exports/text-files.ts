import { Readable } from 'node:stream';
import { type Cell, formatRecord } from '#columns/cells.ts';
import { BYTE_ORDER_MARK, type CsvValue, toCsvLines } from '#http/csv.ts';
import type { Format, Table } from './table.ts';

export const csv: Format = (table) => Readable.from(csvText(table));

async function* csvText({ columns, records }: Table): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toCsvLines([columns.map(({ key }) => key)]);
  for await (const batch of records)
    yield toCsvLines(batch.map((record) => formatRecord(columns, record).map(toValue)));
}

function toValue({ text, isNumber }: Cell): CsvValue {
  if (text === '') return null;
  return isNumber ? { number: text } : printable(text);
}

/** Control characters that are no white space as their pictures (U+2400 …): no terminal obeys them. */
const printable = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  text.replaceAll(/[\x00-\x08\x0b\x0c\x0e-\x1f]/g, (sign) => String.fromCharCode(0x2400 + sign.charCodeAt(0)));

/** The records as the API gives them, one in a line. */
export const ndjson: Format = (table) => Readable.from(ndjsonText(table));

async function* ndjsonText({ records }: Table): AsyncGenerator<string> {
  for await (const batch of records) yield batch.map((record) => `${JSON.stringify(record)}\n`).join('');
}

import { FileFault, type Line, type ReadOptions } from '../types.ts';
import type { Content } from './content.ts';
import { csvLines } from './csv.ts';
import { decoded } from './decode.ts';
import { jsonRecords } from './json.ts';
import { ndjsonRecords } from './ndjson.ts';
import { recordRows } from './records.ts';
import { workbookLines } from './xlsx/workbook.ts';

/** What a file holds, its header included; `columns` where the format names them otherwise. */
export interface Rows {
  columns?: string[];
  lines: AsyncGenerator<Line[]>;
}

/** A workbook is known as one by itself, whatever the options say. @throws FileFault */
export async function openRows(content: Content, options: Omit<ReadOptions, 'header'>): Promise<Rows> {
  if (content.kind === 'workbook') return { lines: workbookLines(content) };
  const text = decoded(content.bytes, options.encoding);
  if (options.preset?.split) return { lines: generated(options.preset.split(text)) };
  switch (options.format) {
    case 'ndjson':
      return recordRows(ndjsonRecords(text));
    case 'json':
      return withPositions(await recordRows(jsonRecords(text)));
    case 'csv':
      return { lines: csvLines(text, options.separator, options.quotes) };
    default:
      throw new FileFault('unknownType');
  }
}

async function* generated(lines: AsyncIterable<Line[]>): AsyncGenerator<Line[]> {
  yield* lines;
}

/** Any number of records of a JSON array may stand on one line, so that each is known by its position in the array. */
function withPositions({ columns, lines }: Required<Rows>): Rows {
  return { columns, lines: positioned(lines) };
}

async function* positioned(batches: AsyncIterable<Line[]>): AsyncGenerator<Line[]> {
  let position = 0;
  for await (const batch of batches) {
    for (const line of batch) line.line = ++position;
    yield batch;
  }
}

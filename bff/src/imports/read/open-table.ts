import type { Readable } from 'node:stream';
import { FileFault, type Line, type Table, UNDECODABLE } from '../file-model.ts';
import type { Head, ReadOptions } from '../presets/preset.ts';
import { type Content, openContent } from './content.ts';
import { csvLines } from './csv.ts';
import { decodeText, type Encoding, lenientDecoder } from './encoding.ts';
import { jsonRecords } from './json.ts';
import { LIMITS } from './limits.ts';
import { collect, ndjsonRecords, recordRows } from './records.ts';
import { workbookLines } from './xlsx/workbook.ts';

/** What a file holds, its header included; `columns` where the format names them otherwise. */
export interface Rows {
  columns?: string[];
  lines: AsyncGenerator<Line[]>;
}

/** A workbook is known as one by itself, whatever the options say. @throws FileFault */
export async function openRows(content: Content, options: Omit<ReadOptions, 'header'>): Promise<Rows> {
  if (content.kind === 'workbook') return { lines: workbookLines(content) };
  const text = decodeText(content.bytes, options.encoding);
  if (options.preset?.split) return { lines: toGenerator(options.preset.split(text)) };
  switch (options.format) {
    case 'ndjson':
      return recordRows(ndjsonRecords(text));
    case 'json':
      return withLineNumbers(await recordRows(jsonRecords(text)));
    case 'csv':
      return { lines: csvLines(text, options.separator, options.quotes) };
    default:
      throw new FileFault('unknownType');
  }
}

async function* toGenerator(lines: AsyncIterable<Line[]>): AsyncGenerator<Line[]> {
  yield* lines;
}

/** Any number of records of a JSON array may stand on one line, so that each is known by its position in the array. */
function withLineNumbers({ columns, lines }: Required<Rows>): Rows {
  return { columns, lines: numberLines(lines) };
}

async function* numberLines(batches: AsyncIterable<Line[]>): AsyncGenerator<Line[]> {
  let position = 0;
  for await (const batch of batches) {
    for (const line of batch) line.line = ++position;
    yield batch;
  }
}

/**
 * Opens a file, packed or not. What it holds is read as `lines` is, and let go when that is read or ended.
 * @param file its bytes
 * @throws FileFault of what the beginning shows; `lines` throws that of what comes later
 */
export async function openTable(file: () => Readable, options: ReadOptions): Promise<Table> {
  const content = await openContent(file());
  try {
    const rows = await openRows(content, options);
    const { first, rest } = await collect(rows.lines, SAMPLE_LINES);
    if (first.length === 0 && !rows.columns) throw new FileFault('empty');
    const { preset } = options;
    const isRecognised = preset?.recognises(headOf(rows.columns, first, sampleText(content, options.encoding))) ?? true;
    if (!isRecognised) throw new FileFault('otherPreset');
    const hasHeader = options.header && !rows.columns && !preset?.columns;
    if ((rows.columns ?? (hasHeader ? (first[0]?.cells ?? []) : [])).some((name) => name.includes(UNDECODABLE)))
      throw new FileFault('wrongEncoding', { line: first[0]?.line ?? 1, detail: options.encoding.toUpperCase() });
    const columns = columnsOf(rows, first, hasHeader, preset?.columns).map((name) => name.toWellFormed());
    const isPadded = content.kind === 'workbook';
    const { rest: lines } = await collect(tableBody(rest, hasHeader, columns.length, isPadded, content.close), 1);
    return { columns, lines, bytesRead: () => content.progress.read };
  } catch (error) {
    await content.close();
    throw error;
  }
}

function columnsOf(rows: Rows, first: Line[], hasHeader: boolean, ofPreset?: string[]): string[] {
  if (rows.columns) return withinLimit(rows.columns);
  if (ofPreset) return ofPreset;
  if (hasHeader) return headerNames(first[0]?.cells ?? []);
  // a sheet ends each row where its last cell is
  return numberedNames(Math.max(...first.map(({ cells }) => cells.length)));
}

/** The lines that hold anything, after the header. @throws FileFault tooManyRows, noRows */
async function* tableBody(
  batches: AsyncIterable<Line[]>,
  hasHeader: boolean,
  width: number,
  isPadded: boolean,
  close: () => Promise<void>,
) {
  let count = 0;
  let headers = hasHeader ? 1 : 0;
  try {
    for await (const batch of batches) {
      const lines = batch.slice(headers).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
      headers = Math.max(0, headers - batch.length);
      for (const { cells } of lines) padOrTrim(cells, width, isPadded);
      for (const line of lines) repairSurrogates(line);
      count += lines.length;
      if (count > LIMITS.rows) throw new FileFault('tooManyRows', { limit: LIMITS.rows });
      if (lines.length > 0) yield lines;
    }
    if (count === 0) throw new FileFault('noRows');
  } finally {
    await close();
  }
}

/** Separators at the end of a line make no cells that anybody means; a workbook leaves out the empty cells at the end of a row. */
function padOrTrim(cells: string[], width: number, isPadded: boolean): void {
  while (cells.length > width && cells.at(-1)?.trim() === '') cells.pop();
  while (isPadded && cells.length < width) cells.push('');
}

/** No UTF-8 can write half of a surrogate pair, which JSON and XLSX may escape. */
function repairSurrogates(line: Line): void {
  const broken = line.cells.findIndex((cell) => !cell.isWellFormed());
  if (broken < 0) return;
  line.brokenCell = broken;
  line.cells = line.cells.map((cell) => cell.toWellFormed());
}

const NUMBER = /^[-+]?\d+([.,]\d+)?(e[-+]?\d+)?$/i;
const DATE = /^\d{4}-\d\d-\d\d/;

/** Whether a first row is rather names than values; a row without anything is a header that is missing. */
export function looksLikeHeader(cells: string[]): boolean {
  const texts = cells.map((cell) => cell.trim()).filter(Boolean);
  if (texts.length === 0) return true;
  return texts.length * 2 >= cells.length && !texts.some((text) => NUMBER.test(text) || DATE.test(text));
}

/** The names in a header; a column without a name has its number. @throws FileFault noHeader, repeatedHeader, tooManyColumns */
export function headerNames(cells: string[]): string[] {
  const names = cells.map((cell, index) => cell.trim() || String(index + 1));
  if (cells.every((cell) => cell.trim() === '')) throw new FileFault('noHeader');
  const seen = new Set<string>();
  for (const name of withinLimit(names)) {
    if (seen.has(name)) throw new FileFault('repeatedHeader', { detail: name.slice(0, 80) });
    seen.add(name);
  }
  return names;
}

/** Of a file without a header. @throws FileFault tooManyColumns */
export function numberedNames(count: number): string[] {
  return withinLimit(Array.from({ length: count }, (_, index) => String(index + 1)));
}

/** @throws FileFault tooManyColumns */
export function withinLimit(names: string[]): string[] {
  if (names.length > LIMITS.columns) throw new FileFault('tooManyColumns', { limit: LIMITS.columns });
  return names;
}

/** Lines by which a preset and a header are known. */
export const SAMPLE_LINES = 20;

/** The beginning of a text; '' of a workbook. */
export function sampleText(content: Content, encoding: Encoding): string {
  if (content.kind === 'workbook') return '';
  return lenientDecoder(encoding).decode(content.head, { stream: true }).replace(/\r\n?/g, '\n');
}

/** What a preset sees of a file. */
export function headOf(columns: string[] | undefined, lines: Line[], text: string): Head {
  const [first = [], ...others] = lines.map(({ cells }) => cells);
  return columns ? { columns, lines: [first, ...others], text } : { columns: first, lines: others, text };
}

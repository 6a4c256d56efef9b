import type { Readable } from 'node:stream';
import { FileFault, type FileLine, type FileTable, UNDECODABLE } from '../file-model.ts';
import type { FileSample, ReadOptions } from '../presets/preset.ts';
import { type Content, openContent } from './content.ts';
import { csvLines } from './csv.ts';
import { decodeText, type Encoding, lenientDecoder } from './encoding.ts';
import { jsonRecords } from './json.ts';
import { LIMITS } from './limits.ts';
import { ndjsonRecords, readAhead, recordRows } from './records.ts';
import { workbookLines } from './xlsx/workbook.ts';

/** The rows of a file including its header; `columns` is set if the format itself names them. */
export interface Rows {
  columns?: string[];
  lines: AsyncGenerator<FileLine[]>;
}

/** Opens the rows of a file; a workbook is read as one whatever format the options name. @throws FileFault */
export async function openRows(content: Content, options: Omit<ReadOptions, 'header'>): Promise<Rows> {
  if (content.kind === 'workbook') return { lines: workbookLines(content) };
  const text = decodeText(content.bytes, options.encoding);
  if (options.preset?.parseLines) return { lines: toGenerator(options.preset.parseLines(text)) };
  switch (options.format) {
    case 'ndjson':
      return recordRows(ndjsonRecords(text));
    case 'json':
      return numberRecordsByPosition(await recordRows(jsonRecords(text)));
    case 'csv':
      return { lines: csvLines(text, options.separator, options.quotes) };
    default:
      throw new FileFault('unknownType');
  }
}

async function* toGenerator(lines: AsyncIterable<FileLine[]>): AsyncGenerator<FileLine[]> {
  yield* lines;
}

/** Several records of a JSON array may be on one line, so their position in the array serves as line number. */
function numberRecordsByPosition({ columns, lines }: Required<Rows>): Rows {
  return { columns, lines: withPositions(lines) };
}

async function* withPositions(batches: AsyncIterable<FileLine[]>): AsyncGenerator<FileLine[]> {
  let position = 0;
  for await (const batch of batches) {
    for (const line of batch) line.line = ++position;
    yield batch;
  }
}

/**
 * Opens a file, compressed or not. Iterating `lines` reads it, and ending the iteration closes it.
 * @param file opens the stored bytes
 * @throws FileFault for faults at the beginning; iterating `lines` throws later ones
 */
export async function openTable(file: () => Readable, options: ReadOptions): Promise<FileTable> {
  const content = await openContent(file());
  // a workbook's rows have files of their own, which only their end closes
  let endRows = async (): Promise<unknown> => undefined;
  try {
    const rows = await openRows(content, options);
    const { first, all } = await readAhead(rows.lines, SAMPLE_LINES);
    endRows = () => all.return(undefined);
    if (first.length === 0 && !rows.columns) throw new FileFault('empty');
    const { preset } = options;
    const isRecognised =
      preset?.recognises(toFileSample(rows.columns, first, sampleText(content, options.encoding))) ?? true;
    if (!isRecognised) throw new FileFault('otherPreset');
    const hasHeader = options.header && !rows.columns && !preset?.columns;
    if ((rows.columns ?? (hasHeader ? (first[0]?.cells ?? []) : [])).some((name) => name.includes(UNDECODABLE)))
      throw new FileFault('wrongEncoding', { line: first[0]?.line ?? 1, detail: options.encoding.toUpperCase() });
    const columns = columnsOf(rows, first, hasHeader, preset?.columns).map((name) => name.toWellFormed());
    const padsRows = content.kind === 'workbook';
    const { all: lines } = await readAhead(tableBody(all, hasHeader, columns.length, padsRows, content.close), 1);
    const close = async () => void (await lines.return(undefined));
    return { columns, lines, bytesRead: () => content.progress.read, close };
  } catch (error) {
    await endRows();
    await content.close();
    throw error;
  }
}

function columnsOf(rows: Rows, first: FileLine[], hasHeader: boolean, presetColumns?: string[]): string[] {
  if (rows.columns) return assertColumnLimit(rows.columns);
  if (presetColumns) return presetColumns;
  if (hasHeader) return headerNames(first[0]?.cells ?? []);
  // rows of a workbook end at their last cell, so the widest one counts
  return numberedNames(Math.max(...first.map(({ cells }) => cells.length)));
}

/** Yields the lines after the header that are not empty. @throws FileFault tooManyRows, noRows */
async function* tableBody(
  batches: AsyncIterable<FileLine[]>,
  hasHeader: boolean,
  width: number,
  padsRows: boolean,
  close: () => Promise<void>,
) {
  let count = 0;
  let headerLines = hasHeader ? 1 : 0;
  try {
    for await (const batch of batches) {
      const lines = batch.slice(headerLines).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
      headerLines = Math.max(0, headerLines - batch.length);
      for (const { cells } of lines) padOrTrim(cells, width, padsRows);
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

/** Extra separators at the end of a line add no cells; a workbook omits the empty cells at the end of a row. */
function padOrTrim(cells: string[], width: number, padsRows: boolean): void {
  while (cells.length > width && cells.at(-1)?.trim() === '') cells.pop();
  while (padsRows && cells.length < width) cells.push('');
}

/** JSON and XLSX can escape half of a surrogate pair, which UTF-8 cannot store. */
function repairSurrogates(line: FileLine): void {
  const undecodableCell = line.cells.findIndex((cell) => !cell.isWellFormed());
  if (undecodableCell < 0) return;
  line.undecodableCell = undecodableCell;
  line.cells = line.cells.map((cell) => cell.toWellFormed());
}

const NUMBER = /^[-+]?\d+([.,]\d+)?(e[-+]?\d+)?$/i;
const DATE = /^\d{4}-\d\d-\d\d/;

/** Whether a first row holds names rather than values. An empty row counts as a header, so that the missing names are reported. */
export function looksLikeHeader(cells: string[]): boolean {
  const texts = cells.map((cell) => cell.trim()).filter(Boolean);
  if (texts.length === 0) return true;
  return texts.length * 2 >= cells.length && !texts.some((text) => NUMBER.test(text) || DATE.test(text));
}

/** The names in a header; a column without a name gets its number. @throws FileFault noHeader, repeatedHeader, tooManyColumns */
export function headerNames(cells: string[]): string[] {
  const names = cells.map((cell, index) => cell.trim() || String(index + 1));
  if (cells.every((cell) => cell.trim() === '')) throw new FileFault('noHeader');
  const seen = new Set<string>();
  for (const name of assertColumnLimit(names)) {
    if (seen.has(name)) throw new FileFault('repeatedHeader', { detail: name.slice(0, 80) });
    seen.add(name);
  }
  return names;
}

/** Column names for a file without a header. @throws FileFault tooManyColumns */
export function numberedNames(count: number): string[] {
  return assertColumnLimit(Array.from({ length: count }, (_, index) => String(index + 1)));
}

/** @throws FileFault tooManyColumns */
export function assertColumnLimit(names: string[]): string[] {
  if (names.length > LIMITS.columns) throw new FileFault('tooManyColumns', { limit: LIMITS.columns });
  return names;
}

/** Lines by which a preset and a header are detected. */
export const SAMPLE_LINES = 20;

/** The beginning of a text; '' for a workbook. */
export function sampleText(content: Content, encoding: Encoding): string {
  if (content.kind === 'workbook') return '';
  return lenientDecoder(encoding).decode(content.head, { stream: true }).replace(/\r\n?/g, '\n');
}

/** The sample by which presets recognise a file. */
export function toFileSample(columns: string[] | undefined, lines: FileLine[], text: string): FileSample {
  const [first = [], ...others] = lines.map(({ cells }) => cells);
  return columns ? { columns, lines: [first, ...others], text } : { columns: first, lines: others, text };
}

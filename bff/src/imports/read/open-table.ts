import type { Readable } from 'node:stream';
import { FileFault, type Line, type ReadOptions, type Table } from '../types.ts';
import { collect } from './batches.ts';
import { openContent } from './content.ts';
import { headerNames, numbers, withinLimit } from './header.ts';
import { limits } from './limits.ts';
import { openRows, type Rows } from './rows.ts';
import { headOf, SAMPLE_LINES, sampleText } from './sample.ts';

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
    const isKnown = preset?.recognises(headOf(rows.columns, first, sampleText(content, options.encoding))) ?? true;
    if (!isKnown) throw new FileFault('otherPreset');
    const hasHeader = options.header && !rows.columns && !preset?.columns;
    const columns = columnsOf(rows, first, hasHeader, preset?.columns).map((name) => name.toWellFormed());
    const width = content.kind === 'workbook' ? columns.length : 0;
    const { rest: lines } = await collect(body(rest, hasHeader, width, content.close), 1);
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
  return numbers(Math.max(...first.map(({ cells }) => cells.length)));
}

/** The lines that hold anything, after the header. @throws FileFault tooManyRows, noRows */
async function* body(batches: AsyncIterable<Line[]>, hasHeader: boolean, width: number, close: () => Promise<void>) {
  let count = 0;
  let headers = hasHeader ? 1 : 0;
  try {
    for await (const batch of batches) {
      const lines = batch.slice(headers).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
      headers = Math.max(0, headers - batch.length);
      for (const { cells } of lines) while (cells.length < width) cells.push('');
      for (const line of lines) repair(line);
      count += lines.length;
      if (count > limits.rows) throw new FileFault('tooManyRows', { limit: limits.rows });
      if (lines.length > 0) yield lines;
    }
    if (count === 0) throw new FileFault('noRows');
  } finally {
    await close();
  }
}

/** No UTF-8 can write half of a surrogate pair, which JSON and XLSX may escape. */
function repair(line: Line): void {
  const broken = line.cells.findIndex((cell) => !cell.isWellFormed());
  if (broken < 0) return;
  line.brokenCell = broken;
  line.cells = line.cells.map((cell) => cell.toWellFormed());
}

import type { Head } from '../presets/preset.ts';
import { FileFault, type Line } from '../types.ts';
import type { Content } from './content.ts';
import { type Encoding, lenientDecoder } from './encoding.ts';
import { limits } from './limits.ts';

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
export function numbers(count: number): string[] {
  return withinLimit(Array.from({ length: count }, (_, index) => String(index + 1)));
}

/** @throws FileFault tooManyColumns */
export function withinLimit(names: string[]): string[] {
  if (names.length > limits.columns) throw new FileFault('tooManyColumns', { limit: limits.columns });
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

import type { Readable } from 'node:stream';
import type { Schemas } from '#http/contract.ts';
import { FileFault, type Line } from '../file-model.ts';
import type { Preset, ReadOptions } from '../presets/preset.ts';
import { type Content, openContent } from './content.ts';
import { detectEncoding } from './encoding.ts';
import { holdsRecords } from './json.ts';
import { headOf, looksLikeHeader, openRows, SAMPLE_LINES, sampleText } from './open-table.ts';
import { collect } from './records.ts';

/** Of a text by its beginning. @throws FileFault unknownType of a page or another document with markup */
function detectFormat(text: string): 'csv' | 'ndjson' | 'json' {
  const start = text.trimStart();
  if (/^<[!?a-z]/i.test(start)) throw new FileFault('unknownType');
  if (/^\[\s*[{\]]/.test(start)) return 'json';
  if (!/^\{\s*["}]/.test(start)) return 'csv';
  const end = start.indexOf('\n');
  const first = parseLine(end < 0 ? start : start.slice(0, end));
  if (first === undefined) return 'json';
  const isOnly = end < 0 || start.slice(end).trim() === '';
  return isOnly && holdsRecords(first) ? 'json' : 'ndjson';
}

/** Undefined of what goes on in the next line. */
function parseLine(line: string): Record<string, unknown> | undefined {
  try {
    // a text that begins with a brace is an object
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

type Separator = Schemas['ImportOptions']['separator'];

const SEPARATORS: Separator[] = [',', ';', '\t', '|', '^'];

/** Rows and characters that are looked at. */
const MAX_ROWS = 50;
const MAX_CHARACTERS = 64 * 1024;

type Counts = Record<Separator, number>;

/** The one that stands as often in the first rows as in the very first; of several such the most frequent, of none the comma. */
function detectSeparator(text: string): Separator {
  const [, namedSeparator] = /^sep=(.)\n/.exec(text) ?? [];
  if (namedSeparator !== undefined && isSeparator(namedSeparator)) return namedSeparator;
  const [first, ...rows] = countsByRow(text.slice(0, MAX_CHARACTERS));
  if (!first) return ',';
  const countEvenRows = (separator: Separator) => rows.filter((row) => row[separator] === first[separator]).length;
  const [best] = SEPARATORS.filter((separator) => first[separator] > 0).sort(
    (a, b) => countEvenRows(b) - countEvenRows(a) || first[b] - first[a],
  );
  return best ?? ',';
}

/** How often each separator stands outside quotes, of rows that are there as a whole and not empty. */
function countsByRow(text: string): Counts[] {
  const rows: Counts[] = [];
  let [isQuoted, isEmpty, counts] = [false, true, zeroCounts()];
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character !== '\n') {
      isEmpty = false;
      if (isSeparator(character)) counts[character]++;
    } else {
      if (!isEmpty && rows.push(counts) === MAX_ROWS) return rows;
      [isEmpty, counts] = [true, zeroCounts()];
    }
  }
  // a row without its end may be cut off, unless it is the only one
  return rows.length === 0 && !isEmpty ? [counts] : rows;
}

const zeroCounts = (): Counts => ({ ',': 0, ';': 0, '\t': 0, '|': 0, '^': 0 });

const isSeparator = (character: string): character is Separator => (SEPARATORS as string[]).includes(character);

/**
 * How to read a file, by its bytes alone, and the first of the presets that it is of.
 * @throws FileFault where it is packed in a way that cannot be read, or nothing that could be; faults in its rows are for `openTable`
 */
export async function detect(file: () => Readable, presets: readonly Preset[]): Promise<ReadOptions> {
  const content = await openContent(file());
  try {
    const encoding = content.kind === 'text' ? detectEncoding(content.head) : 'utf-8';
    const text = sampleText(content, encoding);
    const format = content.kind === 'workbook' ? ('xlsx' as const) : detectFormat(text);
    const options = { format, encoding, separator: detectSeparator(text), preset: undefined };
    const { columns, lines } = await firstRows(content, options);
    const head = headOf(columns, lines, text);
    const preset = presets.find((candidate) => candidate.recognises(head));
    if (preset) return { ...options, format: preset.split ? 'preset' : format, header: !preset.columns, preset };
    return { ...options, header: looksLikeHeader(head.columns) };
  } finally {
    await content.close();
  }
}

async function firstRows(
  content: Content,
  options: Omit<ReadOptions, 'header'>,
): Promise<{ columns: string[] | undefined; lines: Line[] }> {
  try {
    const rows = await openRows(content, options);
    const { first, rest } = await collect(rows.lines, SAMPLE_LINES);
    await rest.return(undefined);
    return { columns: rows.columns, lines: first };
  } catch (error) {
    if (error instanceof FileFault) return { columns: undefined, lines: [] };
    throw error;
  }
}

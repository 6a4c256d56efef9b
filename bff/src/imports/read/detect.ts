import type { Readable } from 'node:stream';
import type { Schemas } from '#http/contract.ts';
import { FileFault, type FileLine } from '../file-model.ts';
import type { Preset, ReadOptions } from '../presets/preset.ts';
import { type Content, openContent } from './content.ts';
import { detectEncoding } from './encoding.ts';
import { containsRecords } from './json.ts';
import { looksLikeHeader, openRows, SAMPLE_LINES, sampleText, toFileSample } from './open-table.ts';
import { readAhead } from './records.ts';

/** Detects the format of a text by its beginning. @throws FileFault unknownType for HTML and other markup */
function detectFormat(text: string): 'csv' | 'ndjson' | 'json' {
  const start = text.trimStart();
  if (/^<[!?a-z]/i.test(start)) throw new FileFault('unknownType');
  if (/^\[\s*[{\]]/.test(start)) return 'json';
  if (!/^\{\s*["}]/.test(start)) return 'csv';
  const end = start.indexOf('\n');
  const firstObject = parseObjectLine(end < 0 ? start : start.slice(0, end));
  if (firstObject === undefined) return 'json';
  const isOnlyLine = end < 0 || start.slice(end).trim() === '';
  return isOnlyLine && containsRecords(firstObject) ? 'json' : 'ndjson';
}

/** Parses a line; returns undefined if the object continues on the next line. */
function parseObjectLine(line: string): Record<string, unknown> | undefined {
  try {
    // valid JSON that begins with a brace is an object
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

type Separator = Schemas['ImportOptions']['separator'];

const SEPARATORS: Separator[] = [',', ';', '\t', '|', '^'];

/** Rows and characters by which the separator is detected. */
const MAX_SAMPLE_ROWS = 50;
const MAX_SAMPLE_CHARACTERS = 64 * 1024;

type SeparatorCounts = Record<Separator, number>;

/** Picks the separator whose count varies least over the first rows, then the most frequent one, else the comma. */
function detectSeparator(text: string): Separator {
  const [, namedSeparator] = /^sep=(.)\n/.exec(text) ?? [];
  if (namedSeparator !== undefined && isSeparator(namedSeparator)) return namedSeparator;
  const [firstRow, ...rows] = countsByRow(text.slice(0, MAX_SAMPLE_CHARACTERS));
  if (!firstRow) return ',';
  const countEvenRows = (separator: Separator) => rows.filter((row) => row[separator] === firstRow[separator]).length;
  const [best] = SEPARATORS.filter((separator) => firstRow[separator] > 0).sort(
    (a, b) => countEvenRows(b) - countEvenRows(a) || firstRow[b] - firstRow[a],
  );
  return best ?? ',';
}

/** Counts the separators outside quotes in each complete row that is not empty. */
function countsByRow(text: string): SeparatorCounts[] {
  const rows: SeparatorCounts[] = [];
  let [isQuoted, isEmpty, counts] = [false, true, zeroCounts()];
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character !== '\n') {
      isEmpty = false;
      if (isSeparator(character)) counts[character]++;
    } else {
      if (!isEmpty && rows.push(counts) === MAX_SAMPLE_ROWS) return rows;
      [isEmpty, counts] = [true, zeroCounts()];
    }
  }
  // the end of the sample may cut off the last row, so it counts only if there is no other
  return rows.length === 0 && !isEmpty ? [counts] : rows;
}

const zeroCounts = (): SeparatorCounts => ({ ',': 0, ';': 0, '\t': 0, '|': 0, '^': 0 });

const isSeparator = (character: string): character is Separator => (SEPARATORS as string[]).includes(character);

/**
 * Detects from a file's bytes how to read it and which of the presets, if any, recognises it.
 * @throws FileFault if its type or compression is not supported; `openTable` reports faults in its rows
 */
export async function detect(file: () => Readable, presets: readonly Preset[]): Promise<ReadOptions> {
  const content = await openContent(file());
  try {
    const encoding = content.kind === 'text' ? detectEncoding(content.head) : 'utf-8';
    const text = sampleText(content, encoding);
    const format = content.kind === 'workbook' ? ('xlsx' as const) : detectFormat(text);
    const options = { format, encoding, separator: detectSeparator(text), preset: undefined };
    const { columns, lines } = await readFirstRows(content, options);
    const sample = toFileSample(columns, lines, text);
    const preset = presets.find((candidate) => candidate.recognises(sample));
    if (preset) return { ...options, format: preset.parseLines ? 'preset' : format, header: !preset.columns, preset };
    return { ...options, header: looksLikeHeader(sample.columns) };
  } finally {
    await content.close();
  }
}

async function readFirstRows(
  content: Content,
  options: Omit<ReadOptions, 'header'>,
): Promise<{ columns: string[] | undefined; lines: FileLine[] }> {
  try {
    const rows = await openRows(content, options);
    const { first, all } = await readAhead(rows.lines, SAMPLE_LINES);
    await all.return(undefined);
    return { columns: rows.columns, lines: first };
  } catch (error) {
    if (error instanceof FileFault) return { columns: undefined, lines: [] };
    throw error;
  }
}

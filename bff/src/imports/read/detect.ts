import type { Readable } from 'node:stream';
import type { Preset } from '../presets/preset.ts';
import { FileFault, type Line, type ReadOptions } from '../types.ts';
import { collect } from './batches.ts';
import { type Content, openContent } from './content.ts';
import { detectEncoding } from './encoding.ts';
import { detectFormat } from './format.ts';
import { looksLikeHeader } from './header.ts';
import { openRows } from './rows.ts';
import { headOf, SAMPLE_LINES, sampleText } from './sample.ts';
import { detectSeparator } from './separator.ts';

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

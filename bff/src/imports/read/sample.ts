import type { Head } from '../presets/preset.ts';
import type { Line } from '../types.ts';
import type { Content } from './content.ts';
import { type Encoding, lenientDecoder } from './encoding.ts';

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

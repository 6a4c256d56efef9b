import { FileFault } from '../types.ts';
import { holdsRecords } from './json-shape.ts';

/** Of a text by its beginning. @throws FileFault unknownType of a page or another document with markup */
export function detectFormat(text: string): 'csv' | 'ndjson' | 'json' {
  const start = text.trimStart();
  if (/^<[!?a-z]/i.test(start)) throw new FileFault('unknownType');
  if (/^\[\s*[{\]]/.test(start)) return 'json';
  if (!/^\{\s*["}]/.test(start)) return 'csv';
  const end = start.indexOf('\n');
  const first = parsed(end < 0 ? start : start.slice(0, end));
  if (first === undefined) return 'json';
  const isOnly = end < 0 || start.slice(end).trim() === '';
  return isOnly && holdsRecords(first) ? 'json' : 'ndjson';
}

/** Undefined of what goes on in the next line. */
function parsed(line: string): Record<string, unknown> | undefined {
  try {
    // a text that begins with a brace is an object
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

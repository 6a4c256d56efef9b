import { FileFault } from '../types.ts';
import { asFields, type FileRecord } from './records.ts';
import { type TextLine, textLines } from './text-lines.ts';

/** A record of each line (https://github.com/ndjson/ndjson-spec). @throws FileFault notJson, truncated, rowTooLong */
export async function* ndjsonRecords(text: AsyncIterable<string>): AsyncGenerator<FileRecord[]> {
  for await (const lines of textLines(text)) yield lines.filter(({ text }) => text.trim()).map(recordOf);
}

function recordOf({ line, text, isEnded }: TextLine): FileRecord {
  return { line, fields: asFields(parsed(text, line, isEnded), line) };
}

function parsed(text: string, line: number, isEnded: boolean): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw isEnded ? new FileFault('notJson', { line }) : new FileFault('truncated');
  }
}

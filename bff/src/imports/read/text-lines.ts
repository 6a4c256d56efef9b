import { FileFault } from '../types.ts';
import { inKib, limits } from './limits.ts';

/** A line of a text; the last one of a file may lack its end. */
export interface TextLine {
  line: number;
  text: string;
  isEnded: boolean;
}

/** The lines of a text, by chunk. @throws FileFault rowTooLong */
export async function* textLines(text: AsyncIterable<string>): AsyncGenerator<TextLine[]> {
  let line = 1;
  let rest = '';
  for await (const chunk of text) {
    const texts = (rest + chunk).split('\n');
    // there is always a last one
    rest = texts.pop() ?? '';
    yield texts.map((text) => ({ line: line++, text: short(text, line - 1), isEnded: true }));
    short(rest, line);
  }
  if (rest) yield [{ line, text: rest, isEnded: false }];
}

function short(text: string, line: number): string {
  if (text.length > limits.row) throw new FileFault('rowTooLong', { line, limit: inKib(limits.row) });
  return text;
}

import { FileFault, type FileLine } from '../file-model.ts';
import { countNewlines } from './encoding.ts';
import { LIMITS, toKib } from './limits.ts';

/**
 * Yields the rows of a CSV text (RFC 4180) without empty lines. Quotes are plain characters inside an unquoted cell and where text
 * follows the closing quote on the same line, as in `"ANDA AIR" LIMITED`.
 * @param quotes whether a cell may be quoted; otherwise quotes are plain characters
 * @param text with `\n` as the end of a line
 * @throws FileFault unclosedQuote, rowTooLong
 */
export async function* csvLines(
  text: AsyncIterable<string>,
  separator: string,
  quotes = true,
): AsyncGenerator<FileLine[]> {
  const tokenizer = new Tokenizer(separator, quotes);
  for await (const chunk of text) {
    tokenizer.write(chunk);
    if (tokenizer.lines.length > 0) yield tokenizer.lines.splice(0);
  }
  tokenizer.end();
  yield tokenizer.lines.splice(0);
}

const QUOTE = '"';

/** Whether a row is `sep=;` or the like, which declares the separator to Excel. */
const isSeparatorLine = (cells: string[], separator: string) => /^sep=.$/.test(cells.join(separator));

/** Reads each character once, as csv-parse takes quadratic time for quotes inside unquoted cells. */
class Tokenizer {
  readonly lines: FileLine[] = [];
  private readonly separator: string;
  private readonly quotes: boolean;
  private state: 'cellStart' | 'plain' | 'quoted' | 'afterQuote' = 'cellStart';
  private cells: string[] = [];
  private cell = '';
  /** Characters in the row's earlier cells. */
  private earlierLength = 0;
  /** The line where the row begins, and the current one. */
  private firstLine = 1;
  private line = 1;
  /** The line where the quoted cell begins. */
  private quoteLine = 1;

  constructor(separator: string, quotes: boolean) {
    this.separator = separator;
    this.quotes = quotes;
  }

  write(text: string): void {
    for (let index = 0; index < text.length; ) index = this.step(text, index);
  }

  end(): void {
    if (this.state === 'quoted') throw this.unclosedQuoteFault();
    if (this.state !== 'cellStart' || this.cells.length > 0) this.endRow();
  }

  /** Consumes the next part of the text; returns the index of its end. */
  private step(text: string, start: number): number {
    const next = text.charAt(start);
    switch (this.state) {
      case 'quoted':
        return this.consumeQuoted(text, start);
      case 'afterQuote':
        if (next === QUOTE) return this.append(next, start + 1, 'quoted');
        if (next === this.separator || next === '\n') return this.endCell(next, start + 1);
        if (this.line > this.quoteLine) throw this.unclosedQuoteFault();
        this.cell = `${QUOTE}${this.cell}${QUOTE}`;
        break;
      case 'cellStart':
        if (next !== QUOTE || !this.quotes) break;
        this.quoteLine = this.line;
        return this.append('', start + 1, 'quoted');
    }
    const end = this.findPlainEnd(text, start);
    this.append(text.slice(start, end), end, 'plain');
    return end < text.length ? this.endCell(text.charAt(end), end + 1) : end;
  }

  private consumeQuoted(text: string, start: number): number {
    let quote = text.indexOf(QUOTE, start);
    while (quote >= 0 && text.charAt(quote + 1) === QUOTE) quote = text.indexOf(QUOTE, quote + 2);
    const end = quote < 0 ? text.length : quote;
    const piece = text.slice(start, end);
    this.line += countNewlines(piece);
    return this.append(piece.replaceAll('""', QUOTE), end + 1, quote < 0 ? 'quoted' : 'afterQuote');
  }

  private findPlainEnd(text: string, start: number): number {
    const separator = this.separator.charCodeAt(0);
    let end = start;
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end);
      if (code === separator || code === 10) break;
    }
    return end;
  }

  private append(piece: string, end: number, state: typeof this.state): number {
    this.cell += piece;
    this.state = state;
    if (this.earlierLength + this.cell.length > LIMITS.row) throw this.tooLongFault();
    return end;
  }

  private endCell(delimiter: string, end: number): number {
    if (delimiter === '\n') {
      this.endRow();
      this.line++;
      this.firstLine = this.line;
    } else this.pushCell();
    return end;
  }

  private endRow(): void {
    const isEmpty = this.cells.length === 0 && this.cell === '' && this.state === 'plain';
    this.pushCell();
    const declaresSeparator = this.firstLine === 1 && isSeparatorLine(this.cells, this.separator);
    if (!isEmpty && !declaresSeparator) this.lines.push({ line: this.firstLine, cells: this.cells });
    this.cells = [];
    this.earlierLength = 0;
  }

  private pushCell(): void {
    this.cells.push(this.cell);
    this.earlierLength += this.cell.length + 1;
    this.cell = '';
    this.state = 'cellStart';
  }

  private unclosedQuoteFault(): FileFault {
    return new FileFault('unclosedQuote', { line: this.firstLine });
  }

  /** A row of several lines is too long because of a quote that nobody closed. */
  private tooLongFault(): FileFault {
    if (this.line > this.firstLine) return this.unclosedQuoteFault();
    return new FileFault('rowTooLong', { line: this.firstLine, limit: toKib(LIMITS.row) });
  }
}

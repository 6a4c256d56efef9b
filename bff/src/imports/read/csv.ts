import { FileFault, type Line } from '../file-model.ts';
import { newlines } from './encoding.ts';
import { inKib, LIMITS } from './limits.ts';

/**
 * The rows of a CSV text (RFC 4180), empty lines left out. A quote inside a cell without quotes is a character like any other, and so are
 * those of a cell that goes on after them on the same line, such as `"ANDA AIR" LIMITED`.
 * @param quotes whether quotes may surround a cell; else they are text
 * @param text with `\n` as the end of a line
 * @throws FileFault unclosedQuote, rowTooLong
 */
export async function* csvLines(text: AsyncIterable<string>, separator: string, quotes = true): AsyncGenerator<Line[]> {
  const tokenizer = new Tokenizer(separator, quotes);
  for await (const chunk of text) {
    tokenizer.write(chunk);
    if (tokenizer.lines.length > 0) yield tokenizer.lines.splice(0);
  }
  tokenizer.end();
  yield tokenizer.lines.splice(0);
}

const QUOTE = '"';

/** `sep=;` as the first line, by which Excel is told of the separator. */
const isSeparatorLine = (cells: string[], separator: string) => /^sep=.$/.test(cells.join(separator));

/** Looks at each character once: csv-parse takes quadratic time for quotes inside a cell without quotes. */
class Tokenizer {
  readonly lines: Line[] = [];
  private readonly separator: string;
  private readonly quotes: boolean;
  private place: 'cellStart' | 'plain' | 'quoted' | 'afterQuote' = 'cellStart';
  private cells: string[] = [];
  private cell = '';
  /** Characters of the row's cells before this one. */
  private length = 0;
  /** Where the row begins, and where the text is. */
  private firstLine = 1;
  private line = 1;
  /** Where the quoted cell begins. */
  private quoteLine = 1;

  constructor(separator: string, quotes: boolean) {
    this.separator = separator;
    this.quotes = quotes;
  }

  write(text: string): void {
    for (let at = 0; at < text.length; ) at = this.step(text, at);
  }

  end(): void {
    if (this.place === 'quoted') throw this.unclosed();
    if (this.place !== 'cellStart' || this.cells.length > 0) this.endRow();
  }

  /** Takes what comes next in its place; returns where it ends. */
  private step(text: string, at: number): number {
    const next = text.charAt(at);
    switch (this.place) {
      case 'quoted':
        return this.takeQuoted(text, at);
      case 'afterQuote':
        if (next === QUOTE) return this.take(next, at + 1, 'quoted');
        if (next === this.separator || next === '\n') return this.endCell(next, at + 1);
        if (this.line > this.quoteLine) throw this.unclosed();
        this.cell = `${QUOTE}${this.cell}${QUOTE}`;
        break;
      case 'cellStart':
        if (next !== QUOTE || !this.quotes) break;
        this.quoteLine = this.line;
        return this.take('', at + 1, 'quoted');
    }
    const end = this.plainEnd(text, at);
    this.take(text.slice(at, end), end, 'plain');
    return end < text.length ? this.endCell(text.charAt(end), end + 1) : end;
  }

  private takeQuoted(text: string, at: number): number {
    let quote = text.indexOf(QUOTE, at);
    while (quote >= 0 && text.charAt(quote + 1) === QUOTE) quote = text.indexOf(QUOTE, quote + 2);
    const end = quote < 0 ? text.length : quote;
    const piece = text.slice(at, end);
    this.line += newlines(piece);
    return this.take(piece.replaceAll('""', QUOTE), end + 1, quote < 0 ? 'quoted' : 'afterQuote');
  }

  private plainEnd(text: string, from: number): number {
    const separator = this.separator.charCodeAt(0);
    let end = from;
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end);
      if (code === separator || code === 10) break;
    }
    return end;
  }

  private take(piece: string, end: number, place: typeof this.place): number {
    this.cell += piece;
    this.place = place;
    if (this.length + this.cell.length > LIMITS.row) throw this.tooLong();
    return end;
  }

  private endCell(mark: string, end: number): number {
    if (mark === '\n') {
      this.endRow();
      this.line++;
      this.firstLine = this.line;
    } else this.pushCell();
    return end;
  }

  private endRow(): void {
    const isEmpty = this.cells.length === 0 && this.cell === '' && this.place === 'plain';
    this.pushCell();
    const namesSeparator = this.firstLine === 1 && isSeparatorLine(this.cells, this.separator);
    if (!isEmpty && !namesSeparator) this.lines.push({ line: this.firstLine, cells: this.cells });
    this.cells = [];
    this.length = 0;
  }

  private pushCell(): void {
    this.cells.push(this.cell);
    this.length += this.cell.length + 1;
    this.cell = '';
    this.place = 'cellStart';
  }

  private unclosed(): FileFault {
    return new FileFault('unclosedQuote', { line: this.firstLine });
  }

  /** A quote that is open over the end of a line is what makes a row so long. */
  private tooLong(): FileFault {
    if (this.line > this.firstLine) return this.unclosed();
    return new FileFault('rowTooLong', { line: this.firstLine, limit: inKib(LIMITS.row) });
  }
}

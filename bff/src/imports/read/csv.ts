import { type CsvError, Parser } from 'csv-parse';
import { FileFault, type Line } from '../types.ts';
import { inKib, limits } from './limits.ts';

/**
 * The rows of a CSV text (RFC 4180), empty lines left out. A quote inside a cell without quotes is a character like any other.
 * @param text with `\n` as the end of a line
 * @throws FileFault unclosedQuote, rowTooLong
 */
export async function* csvLines(text: AsyncIterable<string>, separator: string): AsyncGenerator<Line[]> {
  const parser = new LineParser(separator);
  for await (const chunk of text) {
    await parser.parse(chunk);
    if (parser.lines.length > 0) yield parser.lines.splice(0);
  }
  await parser.finish();
  yield parser.lines.splice(0);
}

/** Gathers what is parsed with the line where it begins, which the parser would tell of at several times the cost. */
class LineParser extends Parser {
  readonly lines: Line[] = [];
  private lastLine = 0;
  private emptyLines = 0;

  constructor(separator: string) {
    super({
      delimiter: separator,
      record_delimiter: '\n',
      skip_empty_lines: true,
      relax_column_count: true,
      max_record_size: limits.row,
      skip_records_with_error: true,
      on_skip: (error) => this.judge(error),
    });
    // told to the callbacks below
    this.on('error', () => {});
  }

  parse(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.write(Buffer.from(text), (error) => (error ? reject(error) : resolve()));
    });
  }

  finish(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.once('error', reject);
      this.end(() => resolve());
    });
  }

  override push(cells: string[] | null): boolean {
    if (cells === null) return super.push(null);
    this.lines.push({ line: this.firstLine(), cells });
    this.lastLine = this.info.lines;
    this.emptyLines = this.info.empty_lines;
    return true;
  }

  private firstLine(): number {
    return this.lastLine + 1 + this.info.empty_lines - this.emptyLines;
  }

  /** Thrown errors end the parsing. */
  private judge(error: CsvError | undefined): undefined {
    if (error?.code === 'INVALID_OPENING_QUOTE') {
      this.keepRecord();
      return;
    }
    const line = this.firstLine();
    const isLong = error?.code === 'CSV_MAX_RECORD_SIZE' && this.info.lines === line;
    if (isLong) throw new FileFault('rowTooLong', { line, limit: inKib(limits.row) });
    throw new FileFault('unclosedQuote', { line });
  }

  /** The parser goes on with the quote as a character, but would leave the record out. */
  private keepRecord(): void {
    // the parser's own types leave its state out
    const { state } = this as unknown as { state: { recordHasError: boolean } };
    state.recordHasError = false;
  }
}

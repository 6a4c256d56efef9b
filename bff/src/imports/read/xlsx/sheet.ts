import { type CellType, FileFault, type FileLine } from '../../file-model.ts';
import { LIMITS, toKib } from '../limits.ts';
import { GENERAL_FORMAT, type NumberFormat, numberText, typeOfNumber } from './number-format.ts';
import { RichText, type SharedStrings, unescapeText } from './shared-strings.ts';
import { readXml, type XmlHandler } from './xml.ts';

/** The last row that Excel allows. */
const MAX_ROW_NUMBER = 1_048_576;

/** The parts of a workbook that cells of a sheet refer to. */
export interface Workbook {
  strings: SharedStrings;
  formats: NumberFormat[];
  epoch: 1900 | 1904;
}

/** Yields the rows of a sheet that are not empty, without trailing empty cells. @throws FileFault damaged, rowTooLong, tooManyColumns */
export async function* sheetLines(bytes: AsyncIterable<Buffer>, workbook: Workbook): AsyncGenerator<FileLine[]> {
  const sheet = new SheetHandler(workbook);
  for await (const length of readXml(bytes, sheet)) {
    sheet.countBytes(length);
    if (sheet.lines.length > 0) yield sheet.lines.splice(0);
    if (sheet.isAfterRows) return;
  }
}

class SheetHandler implements XmlHandler {
  readonly lines: FileLine[] = [];
  /** Set after the last row: what follows concerns only the layout. */
  isAfterRows = false;
  private readonly workbook: Workbook;
  private readonly richText = new RichText();
  private line = 0;
  private cells: string[] = [];
  private types: NonNullable<FileLine['cellTypes']> = {};
  private column = -1;
  private type = 'n';
  private format = GENERAL_FORMAT;
  private value = '';
  private isValue = false;
  /** Characters of the row's cells, and bytes since the row began. */
  private rowLength = 0;
  private rowBytes = 0;

  constructor(workbook: Workbook) {
    this.workbook = workbook;
  }

  /** Limits a row before it is complete, as its markup may be endless. */
  countBytes(length: number): void {
    this.rowBytes += length;
    if (this.rowBytes > LIMITS.markedUpRow) throw this.tooLongFault();
  }

  open(name: string, attributes: Record<string, string>): void {
    if (name === 'row') this.openRow(attributes);
    else if (name === 'c') this.openCell(attributes);
    else if (name === 'v') this.isValue = true;
    else this.richText.open(name);
  }

  text(text: string): void {
    if (this.isValue) this.value += text;
    else this.richText.text(text);
  }

  close(name: string): void {
    if (name === 'c') this.closeCell();
    else if (name === 'row') this.closeRow();
    else if (name === 'v') this.isValue = false;
    else if (name === 'sheetData') this.isAfterRows = true;
    else this.richText.close(name);
  }

  private openRow({ r }: Record<string, string>): void {
    this.line = r ? Number(r) : this.line + 1;
    if (!(this.line >= 1 && this.line <= MAX_ROW_NUMBER)) throw new FileFault('damaged');
    this.cells = [];
    this.types = {};
    this.column = -1;
    this.rowLength = 0;
    this.rowBytes = 0;
  }

  private openCell({ r, t, s }: Record<string, string>): void {
    this.column = r ? columnIndex(r) : this.column + 1;
    if (this.column < 0) throw new FileFault('damaged');
    this.type = t ?? 'n';
    this.format = this.workbook.formats[Number(s ?? 0)] ?? GENERAL_FORMAT;
    this.value = '';
  }

  private closeCell(): void {
    const inline = this.richText.take();
    const text = this.type === 'inlineStr' ? inline : this.cellText();
    if (text === '') return;
    if (this.column >= LIMITS.columns) throw new FileFault('tooManyColumns', { limit: LIMITS.columns });
    while (this.cells.length < this.column) this.cells.push('');
    this.cells[this.column] = text;
    const type = this.cellType();
    if (type) this.types[this.column] = type;
    this.rowLength += text.length;
    if (this.rowLength > LIMITS.row) throw this.tooLongFault();
  }

  private cellText(): string {
    if (this.value === '') return '';
    switch (this.type) {
      case 's':
        return this.sharedString();
      case 'b':
        return this.value === '1' ? 'TRUE' : 'FALSE';
      case 'n':
        return numberText(this.value, this.format, this.workbook.epoch);
      default:
        return unescapeText(this.value);
    }
  }

  private cellType(): CellType | undefined {
    if (this.type === 'd') return 'date';
    return this.type === 'n' ? typeOfNumber(this.format) : undefined;
  }

  private sharedString(): string {
    const text = this.workbook.strings.get(Number(this.value));
    if (text === undefined) throw new FileFault('damaged');
    return text;
  }

  private closeRow(): void {
    if (this.cells.length > 0) this.lines.push({ line: this.line, cells: this.cells, cellTypes: this.types });
  }

  private tooLongFault(): FileFault {
    return new FileFault('rowTooLong', { line: this.line, limit: toKib(LIMITS.row) });
  }
}

/** Returns the index of a cell's column: 0 for `A7`, 26 for `AA7`. */
function columnIndex(reference: string): number {
  let index = 0;
  for (const letter of reference) {
    const digit = letter.charCodeAt(0) - 64;
    if (digit < 1 || digit > 26) break;
    index = index * 26 + digit;
  }
  return index - 1;
}

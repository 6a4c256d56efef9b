import { type CellType, FileFault, type Line } from '../../file-model.ts';
import { inKib, LIMITS } from '../limits.ts';
import { GENERAL, type NumberFormat, numberText, typeOfNumber } from './number-format.ts';
import { RichText, type SharedStrings, unescaped } from './shared-strings.ts';
import { readXml, type XmlHandler } from './xml.ts';

/** Of a sheet of Excel. */
const LAST_ROW = 1_048_576;

/** What the cells of a sheet refer to. */
export interface Workbook {
  strings: SharedStrings;
  formats: NumberFormat[];
  epoch: 1900 | 1904;
}

/** The rows of a sheet that hold anything, without empty cells at their end. @throws FileFault damaged, rowTooLong, tooManyColumns */
export async function* sheetLines(bytes: AsyncIterable<Buffer>, workbook: Workbook): AsyncGenerator<Line[]> {
  const sheet = new SheetHandler(workbook);
  for await (const length of readXml(bytes, sheet)) {
    sheet.pass(length);
    if (sheet.lines.length > 0) yield sheet.lines.splice(0);
    if (sheet.isOver) return;
  }
}

class SheetHandler implements XmlHandler {
  readonly lines: Line[] = [];
  /** What comes after the rows says how they look. */
  isOver = false;
  private readonly workbook: Workbook;
  private readonly rich = new RichText();
  private line = 0;
  private cells: string[] = [];
  private types: NonNullable<Line['types']> = {};
  private column = -1;
  private type = 'n';
  private format = GENERAL;
  private value = '';
  private isValue = false;
  /** Characters of the row, and bytes since it began. */
  private length = 0;
  private passed = 0;

  constructor(workbook: Workbook) {
    this.workbook = workbook;
  }

  /** A row may not grow without end before it is told of. */
  pass(length: number): void {
    this.passed += length;
    if (this.passed > LIMITS.markedUpRow) throw this.tooLong();
  }

  open(name: string, attributes: Record<string, string>): void {
    if (name === 'row') this.openRow(attributes);
    else if (name === 'c') this.openCell(attributes);
    else if (name === 'v') this.isValue = true;
    else this.rich.open(name);
  }

  text(text: string): void {
    if (this.isValue) this.value += text;
    else this.rich.text(text);
  }

  close(name: string): void {
    if (name === 'c') this.closeCell();
    else if (name === 'row') this.closeRow();
    else if (name === 'v') this.isValue = false;
    else if (name === 'sheetData') this.isOver = true;
    else this.rich.close(name);
  }

  private openRow({ r }: Record<string, string>): void {
    this.line = r ? Number(r) : this.line + 1;
    if (!(this.line >= 1 && this.line <= LAST_ROW)) throw new FileFault('damaged');
    this.cells = [];
    this.types = {};
    this.column = -1;
    this.length = 0;
    this.passed = 0;
  }

  private openCell({ r, t, s }: Record<string, string>): void {
    this.column = r ? columnIndex(r) : this.column + 1;
    if (this.column < 0) throw new FileFault('damaged');
    this.type = t ?? 'n';
    this.format = this.workbook.formats[Number(s ?? 0)] ?? GENERAL;
    this.value = '';
  }

  private closeCell(): void {
    const inline = this.rich.take();
    const text = this.type === 'inlineStr' ? inline : this.cellText();
    if (text === '') return;
    if (this.column >= LIMITS.columns) throw new FileFault('tooManyColumns', { limit: LIMITS.columns });
    while (this.cells.length < this.column) this.cells.push('');
    this.cells[this.column] = text;
    const type = this.cellType();
    if (type) this.types[this.column] = type;
    this.length += text.length;
    if (this.length > LIMITS.row) throw this.tooLong();
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
        return unescaped(this.value);
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
    if (this.cells.length > 0) this.lines.push({ line: this.line, cells: this.cells, types: this.types });
  }

  private tooLong(): FileFault {
    return new FileFault('rowTooLong', { line: this.line, limit: inKib(LIMITS.row) });
  }
}

/** 0 of `A7`, 26 of `AA7`. */
function columnIndex(reference: string): number {
  let index = 0;
  for (const letter of reference) {
    const digit = letter.charCodeAt(0) - 64;
    if (digit < 1 || digit > 26) break;
    index = index * 26 + digit;
  }
  return index - 1;
}

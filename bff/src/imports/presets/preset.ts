import type { EntityKey, Schemas, Texts } from '#http/contract.ts';
import type { FileLine, RawRecord } from '../file-model.ts';

/** A line of a file whose cells are read by column name. */
export interface Row {
  columns: readonly string[];
  /** The cell without spaces around it, '' where there is none. */
  get(column: string): string;
  /** The indexes of columns, without those that the file does not have. */
  indexesOf(columns: readonly string[]): number[];
  /** The code of the record in the same file that has this key in the preset's `codeIndex`. */
  codeOf(key: string): string | undefined;
}

/** The beginning of a file, by which presets recognise it. */
export interface FileSample {
  /** The cells of the first line. */
  columns: string[];
  /** The lines after the first one. */
  lines: string[][];
  /** The beginning of the file as text, '' for a workbook. */
  text: string;
}

/** A known public format: how it is recognised, and how its lines become records. */
export interface Preset {
  key: string;
  entity: EntityKey;
  label: Texts;
  /** The address where the data is published. */
  source: string;
  licence: string;
  /** By the names of the columns, or by the first lines where the file has none. */
  recognises(sample: FileSample): boolean;
  /** The names of the columns where the file has no header. */
  columns?: string[];
  /** Splits a text that is no table into lines. @throws FileFault if the text has another form */
  parseLines?(text: AsyncIterable<string>): AsyncIterable<FileLine[]>;
  /** Maps internal numbers by which the file's records refer to each other to codes, in a first pass. */
  codeIndex?: { key(row: Row): string; code(row: Row): string };
  /**
   * Weighs lines with the same key, from 0 to 2 ** 32 - 1: only the heaviest one is imported, unless it ties with another one. Without
   * weights all of them are refused.
   */
  weight?(row: Row): number;
  /** At least one raw record: a line without a record gives a raw record refused as `noRecord`. Empty cells are left out. */
  records(row: Row): RawRecord[];
}

/** Matches files whose first line holds all these names. */
export const hasColumns =
  (...names: string[]) =>
  ({ columns }: FileSample): boolean => {
    const fileColumns = new Set(columns.map((name) => name.trim()));
    return names.every((name) => fileColumns.has(name));
  };

/** Matches files without a header whose first lines match these patterns cell by cell. */
export const hasRowsMatching =
  (...patterns: RegExp[]) =>
  ({ columns, lines }: FileSample): boolean =>
    [columns, ...lines.slice(0, 4)].every(
      (cells) =>
        cells.length === patterns.length && patterns.every((pattern, index) => pattern.test(cells[index] ?? '')),
    );

/** How to read a file: those import options of the contract that do not concern values. */
export type ReadOptions = Pick<Schemas['ImportOptions'], 'format' | 'encoding' | 'separator' | 'quotes' | 'header'> & {
  preset: Preset | undefined;
};

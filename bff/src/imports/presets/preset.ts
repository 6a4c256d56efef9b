import type { EntityKey, Schemas, Texts } from '#http/contract.ts';
import type { Draft, Line } from '../file-model.ts';

/** A line of a file by its columns. */
export interface Row {
  columns: readonly string[];
  /** The cell without spaces around it, '' where there is none. */
  get(column: string): string;
  /** The indexes of columns, without those that the file does not have. */
  indexesOf(columns: readonly string[]): number[];
  /** The code of the record of the same file that the preset's `index` knows by this key. */
  codeOf(key: string): string | undefined;
}

/** What recognises a preset sees of a file. */
export interface Head {
  /** Its first line; empty where it has no cells. */
  columns: string[];
  /** The lines after it. */
  lines: string[][];
  /** Its beginning as text, '' of a workbook. */
  text: string;
}

/** A public format: how it is known, and how its lines become records. */
export interface Preset {
  key: string;
  entity: EntityKey;
  label: Texts;
  /** The address where the data is published. */
  source: string;
  licence: string;
  /** By the names of the columns, or by the first lines where the file has none. */
  recognises(head: Head): boolean;
  /** The names of the columns where the file has no header. */
  columns?: string[];
  /** Reads what is no table by itself. @throws FileFault where it is not as it has to be */
  split?(text: AsyncIterable<string>): AsyncIterable<Line[]>;
  /** Of a file whose records refer to each other by numbers of its own, read once before `records`. */
  index?: { key(row: Row): string; code(row: Row): string };
  /**
   * Of several lines with the same key the one with the greatest weight is meant, where no other has as much; an integer from 0 on,
   * below 2 ** 32. Without it nobody knows which one is meant.
   */
  weight?(row: Row): number;
  /** One or more: a line that holds none is a draft refused as `noRecord`. What is empty in the source is left out. */
  records(row: Row): Draft[];
}

/** Whether the first line holds all these names. */
export const hasColumns =
  (...names: string[]) =>
  ({ columns }: Head): boolean => {
    const existing = new Set(columns.map((name) => name.trim()));
    return names.every((name) => existing.has(name));
  };

/** Whether the first lines of a file without header are of this form, cell by cell. */
export const hasRowsLike =
  (...forms: RegExp[]) =>
  ({ columns, lines }: Head): boolean =>
    [columns, ...lines.slice(0, 4)].every(
      (cells) => cells.length === forms.length && forms.every((form, index) => form.test(cells[index] ?? '')),
    );

/** How to read a file: the contract's options without what concerns values. */
export type ReadOptions = Pick<Schemas['ImportOptions'], 'format' | 'encoding' | 'separator' | 'quotes' | 'header'> & {
  preset: Preset | undefined;
};

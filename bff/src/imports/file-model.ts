import type { Rule, Schemas } from '#http/contract.ts';

/** What a cell of a workbook is beside text: a number, one shown in scientific notation, or a date or time. */
export type CellType = 'number' | 'exponent' | 'date';

/** Stands in a text for bytes that are not of its encoding. */
export const UNDECODABLE = '\ufffd';

/** One line of a file: its physical number from 1, or its position where a line holds many records; its cells, '' for what is empty. */
export interface Line {
  line: number;
  cells: string[];
  /** What the cells of a workbook are that are no text, by index. */
  types?: Record<number, CellType>;
  /** The first cell that had half of a surrogate pair in it, which stands as U+FFFD now; none in most lines. */
  brokenCell?: number;
}

/** A file opened: its lines are read once, in order. */
export interface Table {
  /** Names: of the header, of a preset without one the preset's own, else `1`, `2`, … */
  columns: string[];
  /** In batches. @throws FileFault where the file cannot be read on */
  lines: AsyncIterable<Line[]>;
  /** Bytes of the stored file that are read so far, for progress. */
  bytesRead(): number;
}

/** A file that cannot be read; `fill` fills the text of its key in the contract. */
export class FileFault extends Error {
  readonly key: Schemas['ImportFaultKey'];
  readonly fill: { line?: number; detail?: string; limit?: number };

  constructor(key: Schemas['ImportFaultKey'], fill: { line?: number; detail?: string; limit?: number } = {}) {
    super(key);
    this.name = 'FileFault';
    this.key = key;
    this.fill = fill;
  }
}

/** A record as a preset or a mapping takes it out of a line. */
export interface Draft {
  /** Text by target key. */
  values: Record<string, string>;
  /** Of which columns it was made, as indexes by target key. */
  from: Record<string, number[]>;
  /** By target key the types of texts that stand in a cell as they are and are no text there. */
  types?: Record<string, CellType>;
  /** Targets that fill only what a record does not have yet: what this source knows less well than people do. */
  onlyIfEmpty?: string[];
  /** Names of references by target key, should they have to be created. */
  names?: Record<string, string>;
  /** Why the source itself says that this is none. */
  refused?: { rule: Rule; columns: number[] };
}

import type { Rule, Schemas } from '#http/contract.ts';

/** The type of a workbook's cell that is not text: a number, a number shown in scientific notation, or a date or time. */
export type CellType = 'number' | 'exponent' | 'date';

/** Replaces bytes that are invalid in the file's encoding. */
export const UNDECODABLE = '\ufffd';

/** One line of a file: its 1-based number, or the record's position if one line holds many; and its cells, '' for empty ones. */
export interface FileLine {
  line: number;
  cells: string[];
  /** Types of the cells that are not text, by column index. */
  cellTypes?: Record<number, CellType>;
  /** Index of the first cell in which a lone surrogate was replaced by U+FFFD; usually absent. */
  undecodableCell?: number;
}

/** An opened file. Its lines can be read once, in order; reading them to the end closes it. */
export interface FileTable {
  /** Column names: from the header; without one from the preset; otherwise `1`, `2`, … */
  columns: string[];
  /** In batches. @throws FileFault if the rest of the file cannot be read */
  lines: AsyncIterable<FileLine[]>;
  /** Bytes of the stored file that are read so far, for progress. */
  bytesRead(): number;
  /** Closes a file whose lines are not, or not all, read. */
  close(): Promise<void>;
}

/** A file that cannot be read; `parameters` fill the contract's message for its key. */
export class FileFault extends Error {
  readonly key: Schemas['ImportFaultKey'];
  readonly parameters: { line?: number; detail?: string; limit?: number };

  constructor(key: Schemas['ImportFaultKey'], parameters: { line?: number; detail?: string; limit?: number } = {}) {
    super(key);
    this.name = 'FileFault';
    this.key = key;
    this.parameters = parameters;
  }
}

/** A record as a preset or a mapping extracts it from a line. A target is a field that a column can fill. */
export interface RawRecord {
  /** Text by target key. */
  values: Record<string, string>;
  /** Indexes of the source columns, by target key. */
  sourceColumns: Record<string, number[]>;
  /** Types of the values that were taken unchanged from cells that are not text, by target key. */
  cellTypes?: Record<string, CellType>;
  /** Targets that never overwrite an existing value, because this source is less reliable than people's edits. */
  onlyIfEmpty?: string[];
  /** Names for referenced records that may have to be created, by target key. */
  names?: Record<string, string>;
  /** Set if the source itself marks this as not a usable record. */
  refused?: { rule: Rule; columns: number[] };
}

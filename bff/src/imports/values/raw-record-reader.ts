import { createMappedRawRecord } from '../columns/parse-raw-record.ts';
import type { FileLine, RawRecord } from '../file-model.ts';
import type { Preset } from '../presets/preset.ts';
import { createRowParser } from '../presets/raw-record.ts';
import type { ImportOptions } from '../stored-import.ts';

/** Extracts the records of a line: exactly one, or with a preset at least one. */
export type RawRecordReader = (line: FileLine) => RawRecord[];

/** How lines are interpreted. */
export interface Layout {
  columns: string[];
  options: ImportOptions;
  /** The preset that the options name. */
  preset: Preset | undefined;
}

/** Creates a reader; without a preset each line is one record. `codes` is the result of `readCodeIndex`. */
export function createRawRecordReader(
  { columns, options, preset }: Layout,
  codes?: ReadonlyMap<string, string>,
): RawRecordReader {
  if (!preset) {
    const toRawRecord = createMappedRawRecord(options);
    return (line) => [withCellTypes(toRawRecord(line), line)];
  }
  const toRow = createRowParser(columns, codes);
  return (line) => preset.records(toRow(line.cells)).map((rawRecord) => withCellTypes(rawRecord, line));
}

function withCellTypes(rawRecord: RawRecord, { cells, cellTypes }: FileLine): RawRecord {
  if (!cellTypes) return rawRecord;
  rawRecord.cellTypes = {};
  for (const [key, [index = -1]] of Object.entries(rawRecord.sourceColumns)) {
    const type = cellTypes[index];
    if (type && cells[index] === rawRecord.values[key]) rawRecord.cellTypes[key] = type;
  }
  return rawRecord;
}

/** Creates a function that returns a line's record with its weight; undefined if the preset has no weights. */
export function createLineWeigher({ columns, preset }: Layout) {
  const weight = preset?.weight;
  if (!weight) return undefined;
  const toRow = createRowParser(columns);
  return ({ cells }: Pick<FileLine, 'cells'>): { rawRecord: RawRecord | undefined; weight: number } => {
    const fileRow = toRow(cells);
    const [rawRecord] = preset.records(fileRow);
    return { rawRecord, weight: weight(fileRow) };
  };
}

/** Reads all lines to index the codes by which records refer to each other, if the preset requires that. */
export async function readCodeIndex(
  { columns, preset }: Layout,
  lines: () => AsyncIterable<FileLine[]> | Promise<AsyncIterable<FileLine[]>>,
): Promise<Map<string, string> | undefined> {
  const index = preset?.codeIndex;
  if (!index) return undefined;
  const toRow = createRowParser(columns);
  const codes = new Map<string, string>();
  for await (const batch of await lines()) {
    for (const { cells } of batch) {
      const fileRow = toRow(cells);
      codes.set(index.key(fileRow), index.code(fileRow));
    }
  }
  return codes;
}

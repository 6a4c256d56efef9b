import { createMappedDraft } from '../columns/parse-draft.ts';
import type { FileLine, RowDraft } from '../file-model.ts';
import { createRowParser } from '../presets/draft.ts';
import type { Preset } from '../presets/preset.ts';
import type { ImportOptions } from '../stored-import.ts';

/** Extracts the records of a line: exactly one, or with a preset at least one. */
export type DraftReader = (line: FileLine) => RowDraft[];

/** How lines are interpreted. */
export interface Layout {
  columns: string[];
  options: ImportOptions;
  /** The preset that the options name. */
  preset: Preset | undefined;
}

/** Creates a reader; without a preset each line is one record. `codes` is the result of `readCodeIndex`. */
export function createDraftReader(
  { columns, options, preset }: Layout,
  codes?: ReadonlyMap<string, string>,
): DraftReader {
  if (!preset) {
    const toDraft = createMappedDraft(options);
    return (line) => [withCellTypes(toDraft(line), line)];
  }
  const toRow = createRowParser(columns, codes);
  return (line) => preset.records(toRow(line.cells)).map((draft) => withCellTypes(draft, line));
}

function withCellTypes(draft: RowDraft, { cells, cellTypes }: FileLine): RowDraft {
  if (!cellTypes) return draft;
  draft.cellTypes = {};
  for (const [key, [index = -1]] of Object.entries(draft.sourceColumns)) {
    const type = cellTypes[index];
    if (type && cells[index] === draft.values[key]) draft.cellTypes[key] = type;
  }
  return draft;
}

/** Creates a function that returns a line's record with its weight; undefined if the preset has no weights. */
export function createLineWeigher({ columns, preset }: Layout) {
  const weight = preset?.weight;
  if (!weight) return undefined;
  const toRow = createRowParser(columns);
  return ({ cells }: Pick<FileLine, 'cells'>): { draft: RowDraft | undefined; weight: number } => {
    const fileRow = toRow(cells);
    const [draft] = preset.records(fileRow);
    return { draft, weight: weight(fileRow) };
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

import { createMappedDraft } from '../columns/parse-draft.ts';
import type { Draft, Line } from '../file-model.ts';
import { createRowParser } from '../presets/draft.ts';
import type { Preset } from '../presets/preset.ts';
import type { ImportOptions } from '../stored-import.ts';

/** Takes the records out of a line: one, or with a preset one or more. */
export type DraftReader = (line: Line) => Draft[];

/** What lines are read as. */
export interface Layout {
  columns: string[];
  options: ImportOptions;
  /** That of the options. */
  preset: Preset | undefined;
}

/** By a mapping each line is a record. `codes`: of `indexOfCodes`, where the preset wants that. */
export function createDraftReader(
  { columns, options, preset }: Layout,
  codes?: ReadonlyMap<string, string>,
): DraftReader {
  if (!preset) {
    const draft = createMappedDraft(options);
    return (line) => [withTypes(draft(line), line)];
  }
  const row = createRowParser(columns, codes);
  return (line) => preset.records(row(line.cells)).map((draft) => withTypes(draft, line));
}

function withTypes(draft: Draft, { cells, types }: Line): Draft {
  if (!types) return draft;
  draft.types = {};
  for (const [key, [index = -1]] of Object.entries(draft.from)) {
    const type = types[index];
    if (type && cells[index] === draft.values[key]) draft.types[key] = type;
  }
  return draft;
}

/** A line's record with the weight that a preset gives it; undefined of a preset that gives none. */
export function createLineWeigher({ columns, preset }: Layout) {
  const weight = preset?.weight;
  if (!weight) return undefined;
  const row = createRowParser(columns);
  return ({ cells }: Pick<Line, 'cells'>): { draft: Draft | undefined; weight: number } => {
    const fileRow = row(cells);
    const [draft] = preset.records(fileRow);
    return { draft, weight: weight(fileRow) };
  };
}

/** The codes by which the records of a file refer to each other, of a preset that wants them: all lines are read for it. */
export async function readCodeIndex(
  { columns, preset }: Layout,
  lines: () => AsyncIterable<Line[]> | Promise<AsyncIterable<Line[]>>,
): Promise<Map<string, string> | undefined> {
  const index = preset?.codeIndex;
  if (!index) return undefined;
  const row = createRowParser(columns);
  const codes = new Map<string, string>();
  for await (const batch of await lines()) {
    for (const { cells } of batch) {
      const fileRow = row(cells);
      codes.set(index.key(fileRow), index.code(fileRow));
    }
  }
  return codes;
}

import { draftsBy } from '../columns/parse-draft.ts';
import { rowsOf } from '../presets/draft.ts';
import type { Preset } from '../presets/preset.ts';
import type { ImportOptions } from '../stored-import.ts';
import type { Draft, Line } from '../types.ts';

/** Takes the records out of a line: one, or with a preset one or more. */
export type Drafting = (line: Line) => Draft[];

/** What lines are read as. */
export interface Layout {
  columns: string[];
  options: ImportOptions;
  /** That of the options. */
  preset: Preset | undefined;
}

/** By a mapping each line is a record. `codes`: of `indexOfCodes`, where the preset wants that. */
export function createDrafting({ columns, options, preset }: Layout, codes?: ReadonlyMap<string, string>): Drafting {
  if (!preset) {
    const draft = draftsBy(options);
    return (line) => [withTypes(draft(line), line)];
  }
  const row = rowsOf(columns, codes);
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
export function createWeighing({ columns, preset }: Layout) {
  const weight = preset?.weight;
  if (!weight) return undefined;
  const row = rowsOf(columns);
  return ({ cells }: Pick<Line, 'cells'>): { draft: Draft | undefined; weight: number } => {
    const each = row(cells);
    const [draft] = preset.records(each);
    return { draft, weight: weight(each) };
  };
}

/** The codes by which the records of a file refer to each other, of a preset that wants them: all lines are read for it. */
export async function indexOfCodes(
  { columns, preset }: Layout,
  lines: () => AsyncIterable<Line[]> | Promise<AsyncIterable<Line[]>>,
): Promise<Map<string, string> | undefined> {
  const index = preset?.index;
  if (!index) return undefined;
  const row = rowsOf(columns);
  const codes = new Map<string, string>();
  for await (const batch of await lines()) {
    for (const { cells } of batch) {
      const each = row(cells);
      codes.set(index.key(each), index.code(each));
    }
  }
  return codes;
}

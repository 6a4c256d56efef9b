import { rowsOf } from '#imports/presets/draft.ts';
import { presets } from '#imports/presets/index.ts';
import type { Draft } from '#imports/types.ts';

export function presetOf(key: string) {
  const preset = presets.find((each) => each.key === key);
  if (!preset) throw new Error(`There is no preset ${key}`);
  return preset;
}

/** What a preset makes of lines, the first being the header where it has one. */
export function draftsOf(key: string, cells: string[][]): Draft[] {
  const { columns, index, records } = presetOf(key);
  const [names = [], ...lines] = columns ? [columns, ...cells] : cells;
  const bare = rowsOf(names);
  const codes = index && new Map(lines.map(bare).map((row) => [index.key(row), index.code(row)]));
  return lines.map(rowsOf(names, codes)).flatMap(records);
}

/** The drafts' values where they are records, else by which rule and columns they are none. */
export const outcomesOf = (key: string, cells: string[][]) =>
  draftsOf(key, cells).map(({ values, refused }) => refused ?? values);

import type { RawRecord } from '#imports/file-model.ts';
import { presets } from '#imports/presets/index.ts';
import { createRowParser } from '#imports/presets/raw-record.ts';

export function findPreset(key: string) {
  const preset = presets.find((preset) => preset.key === key);
  if (!preset) throw new Error(`There is no preset ${key}`);
  return preset;
}

/** Reads lines with a preset. The first line is the header unless the preset names the columns. */
export function readRawRecords(key: string, cells: string[][]): RawRecord[] {
  const { columns, codeIndex: index, records } = findPreset(key);
  const [header = [], ...lines] = columns ? [columns, ...cells] : cells;
  const toRow = createRowParser(header);
  const codes = index && new Map(lines.map(toRow).map((row) => [index.key(row), index.code(row)]));
  return lines.map(createRowParser(header, codes)).flatMap(records);
}

/** Returns the values of each raw record, or the rule and columns for which it was refused. */
export const readOutcomes = (key: string, cells: string[][]) =>
  readRawRecords(key, cells).map(({ values, refused }) => refused ?? values);

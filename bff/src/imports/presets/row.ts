import type { Row } from './preset.ts';

/**
 * Makes rows of the lines of one file. `codes`: by the keys of the preset's `index`, once it has been read.
 * Spaces around a column's name do not count.
 */
export function rowsOf(names: readonly string[], codes?: ReadonlyMap<string, string>): (cells: string[]) => Row {
  const columns = names.map((name) => name.trim());
  const indexes = new Map(columns.map((name, index) => [name, index]));
  return (cells) => ({
    columns,
    get: (column) => cells[indexes.get(column) ?? -1]?.trim() ?? '',
    indexOf: (column) => indexes.get(column),
    codeOf: (key) => codes?.get(key),
  });
}

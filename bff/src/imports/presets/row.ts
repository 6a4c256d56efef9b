import type { Row } from './preset.ts';

/**
 * Makes rows of the lines of one file. `codes`: by the keys of the preset's `index`, once it has been read.
 * Spaces around a column's name do not count.
 */
export function rowsOf(names: readonly string[], codes?: ReadonlyMap<string, string>): (cells: string[]) => Row {
  const columns = names.map((name) => name.trim());
  const byName = new Map(columns.map((name, index) => [name, index]));
  // the same few lists are asked for with every row
  const known = new WeakMap<readonly string[], number[]>();
  const indexesOf = (list: readonly string[]) => {
    const indexes = known.get(list) ?? list.flatMap((column) => byName.get(column) ?? []);
    known.set(list, indexes);
    return indexes;
  };
  const codeOf = (key: string) => codes?.get(key);
  return (cells) => ({
    columns,
    get: (column) => cells[byName.get(column) ?? -1]?.trim() ?? '',
    indexesOf,
    codeOf,
  });
}

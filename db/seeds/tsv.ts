import { readFileSync } from 'node:fs';

/** A line; empty values of optional columns are null. */
export type TsvRow<Required extends string, Optional extends string> = Record<Required, string> &
  Record<Optional, string | null>;

/** Reads `data/<name>.tsv`, whose header must name exactly these columns. */
export function readTsv<Required extends string, Optional extends string = never>(
  name: string,
  requiredColumns: readonly Required[],
  optionalColumns: readonly Optional[] = [],
): TsvRow<Required, Optional>[] {
  const file = `${name}.tsv`;
  return parseTsv(
    file,
    readFileSync(new URL(`data/${file}`, import.meta.url), 'utf8'),
    requiredColumns,
    optionalColumns,
  );
}

export function parseTsv<Required extends string, Optional extends string = never>(
  file: string,
  text: string,
  requiredColumns: readonly Required[],
  optionalColumns: readonly Optional[] = [],
): TsvRow<Required, Optional>[] {
  // Only the final line break is removed, because the last columns may be empty.
  const lines = text.replace(/\n$/, '').split('\n');
  const [head = [], ...rows] = lines.map((line) => line.split('\t'));
  const expectedColumns: string[] = [...requiredColumns, ...optionalColumns];
  if (head.toSorted().join() !== expectedColumns.toSorted().join()) {
    throw new Error(`${file} has the columns ${head.join(', ')} instead of ${expectedColumns.join(', ')}.`);
  }
  return rows.map((values, index) => {
    const location = `${file}, line ${index + 2}`;
    if (values.length !== head.length)
      throw new Error(`${location}: ${values.length} values in ${head.length} columns.`);
    const row = Object.fromEntries(head.map((column, at) => [column, values[at] || null]));
    const empty = requiredColumns.find((column) => row[column] === null);
    if (empty) throw new Error(`${location}: no ${empty}.`);
    // Cast: the columns were compared with those of the type above.
    return row as TsvRow<Required, Optional>;
  });
}

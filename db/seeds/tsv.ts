import { readFileSync } from 'node:fs';

/** A line; empty values of optional columns are null. */
export type TsvRow<Filled extends string, Open extends string> = Record<Filled, string> & Record<Open, string | null>;

/** Reads `data/<name>.tsv`, whose header must name exactly these columns. */
export function readTsv<Filled extends string, Open extends string = never>(
  name: string,
  filled: readonly Filled[],
  open: readonly Open[] = [],
): TsvRow<Filled, Open>[] {
  const file = `${name}.tsv`;
  return parseTsv(file, readFileSync(new URL(`data/${file}`, import.meta.url), 'utf8'), filled, open);
}

export function parseTsv<Filled extends string, Open extends string = never>(
  file: string,
  text: string,
  filled: readonly Filled[],
  open: readonly Open[] = [],
): TsvRow<Filled, Open>[] {
  // Only the final line break is removed, because the last columns may be empty.
  const lines = text.replace(/\n$/, '').split('\n');
  const [head = [], ...rows] = lines.map((line) => line.split('\t'));
  const expectedColumns: string[] = [...filled, ...open];
  if (head.toSorted().join() !== expectedColumns.toSorted().join()) {
    throw new Error(`${file} has the columns ${head.join(', ')} instead of ${expectedColumns.join(', ')}.`);
  }
  return rows.map((values, index) => {
    const location = `${file}, line ${index + 2}`;
    if (values.length !== head.length)
      throw new Error(`${location}: ${values.length} values in ${head.length} columns.`);
    const row = Object.fromEntries(head.map((column, at) => [column, values[at] || null]));
    const empty = filled.find((column) => row[column] === null);
    if (empty) throw new Error(`${location}: no ${empty}.`);
    // Cast: the columns were compared with those of the type above.
    return row as TsvRow<Filled, Open>;
  });
}

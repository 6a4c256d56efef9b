import { readFileSync } from 'node:fs';

/** A line: the values of columns that may be empty are null where they are. */
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
  const wanted: string[] = [...filled, ...open];
  if (head.toSorted().join() !== wanted.toSorted().join()) {
    throw new Error(`${file} has the columns ${head.join(', ')} instead of ${wanted.join(', ')}.`);
  }
  return rows.map((values, index) => {
    const place = `${file}, line ${index + 2}`;
    if (values.length !== head.length) throw new Error(`${place}: ${values.length} values in ${head.length} columns.`);
    const row = Object.fromEntries(head.map((column, at) => [column, values[at] || null]));
    const empty = filled.find((column) => row[column] === null);
    if (empty) throw new Error(`${place}: no ${empty}.`);
    // The columns have just been compared with those of the type.
    return row as TsvRow<Filled, Open>;
  });
}

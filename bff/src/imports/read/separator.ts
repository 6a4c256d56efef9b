import type { Schemas } from '#http/contract.ts';

export type Separator = Schemas['ImportOptions']['separator'];

const SEPARATORS: Separator[] = [',', ';', '\t', '|', '^'];

/** Rows and characters that are looked at. */
const ROWS = 50;
const CHARACTERS = 64 * 1024;

type Counts = Record<Separator, number>;

/** The one that stands as often in the first rows as in the very first; of several such the most frequent, of none the comma. */
export function detectSeparator(text: string): Separator {
  const [, named] = /^sep=(.)\n/.exec(text) ?? [];
  if (named !== undefined && isSeparator(named)) return named;
  const [first, ...rows] = countsByRow(text.slice(0, CHARACTERS));
  if (!first) return ',';
  const evenness = (separator: Separator) => rows.filter((row) => row[separator] === first[separator]).length;
  const [best] = SEPARATORS.filter((separator) => first[separator] > 0).sort(
    (a, b) => evenness(b) - evenness(a) || first[b] - first[a],
  );
  return best ?? ',';
}

/** How often each separator stands outside quotes, of rows that are there as a whole and not empty. */
function countsByRow(text: string): Counts[] {
  const rows: Counts[] = [];
  let [isQuoted, isEmpty, counts] = [false, true, none()];
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character !== '\n') {
      isEmpty = false;
      if (isSeparator(character)) counts[character]++;
    } else {
      if (!isEmpty && rows.push(counts) === ROWS) return rows;
      [isEmpty, counts] = [true, none()];
    }
  }
  // a row without its end may be cut off, unless it is the only one
  return rows.length === 0 && !isEmpty ? [counts] : rows;
}

const none = (): Counts => ({ ',': 0, ';': 0, '\t': 0, '|': 0, '^': 0 });

const isSeparator = (character: string): character is Separator => (SEPARATORS as string[]).includes(character);

import type { Rule } from '#http/contract.ts';
import type { Draft } from '../file-model.ts';
import type { Preset, Row } from './preset.ts';

/** A text taken out of a row, '' where there is none, and the indexes of the columns that it is of. */
interface Taken {
  text: string;
  columns: number[];
}

/** What fills a target. */
export type Part = (row: Row) => Taken;

/** A text made of the cells of columns. */
export const made =
  (columns: string[], make: (...cells: string[]) => string): Part =>
  (row) => ({ text: make(...columns.map(row.get)), columns: row.indexesOf(columns) });

/** A cell as it is; what is a part already stays one. */
const partOf = (part: string | Part): Part => (typeof part === 'string' ? made([part], (cell) => cell) : part);

/** The first that has a text; of none of them, all their columns. */
export function firstOf(...parts: (string | Part)[]): Part {
  const all = parts.map(partOf);
  return (row) => {
    const seen: number[] = [];
    for (const part of all) {
      const taken = part(row);
      if (taken.text !== '') return taken;
      seen.push(...taken.columns);
    }
    return { text: '', columns: seen };
  };
}

/** A cell where it is of the form, else nothing: for columns in which other things stand, too. */
export const where = (column: string, form: RegExp): Part => made([column], (cell) => (form.test(cell) ? cell : ''));

/** What is the same in every record. */
export const always = (text: string): Part => made([], () => text);

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

/** Why a row is no record, seen from the cells of these columns. */
interface Refusal {
  rule: Rule;
  columns: string[];
  when(...cells: string[]): boolean;
}

/** What becomes of a row: a column by its name, or what makes a text, by target key. */
export interface Form {
  values: Record<string, string | Part>;
  /** Targets that fill only what a record does not have yet. */
  onlyIfEmpty?: string[];
  /** Names of references, should they have to be created, by target key. */
  names?: Record<string, string | Part>;
  /** The first that is so counts. */
  refusals?: Refusal[];
}

type Parts = [target: string, part: Part][];

const partsOf = (form: Record<string, string | Part> = {}): Parts =>
  Object.entries(form).map(([target, part]) => [target, partOf(part)]);

/** What a source does not know is left out, not taken away from a record. */
function takenBy(row: Row, parts: Parts): Pick<Draft, 'values' | 'from'> {
  const taken: Pick<Draft, 'values' | 'from'> = { values: {}, from: {} };
  for (const [target, part] of parts) {
    const { text, columns } = part(row);
    if (text !== '') taken.values[target] = text;
    taken.from[target] = columns;
  }
  return taken;
}

/** Makes the record of a row. */
export function oneDraft(form: Form): (row: Row) => Draft {
  const [values, names] = [partsOf(form.values), partsOf(form.names)];
  return (row) => {
    const draft: Draft = takenBy(row, values);
    if (form.onlyIfEmpty) draft.onlyIfEmpty = form.onlyIfEmpty;
    if (form.names) draft.names = takenBy(row, names).values;
    const refusal = form.refusals?.find(({ columns, when }) => when(...columns.map(row.get)));
    if (refusal) draft.refused = { rule: refusal.rule, columns: row.indexesOf(refusal.columns) };
    return draft;
  };
}

/** One record of each row. */
export function oneEach(form: Form): Preset['records'] {
  const draft = oneDraft(form);
  return (row) => [draft(row)];
}

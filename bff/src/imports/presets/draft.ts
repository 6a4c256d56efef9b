import type { Rule } from '#http/contract.ts';
import type { Draft } from '../file-model.ts';
import type { Preset, Row } from './preset.ts';

/** A text taken out of a row, '' where there is none, and the indexes of the columns that it is of. */
interface TakenText {
  text: string;
  columns: number[];
}

/** What fills a target. */
export type TextSource = (row: Row) => TakenText;

/** A text made of the cells of columns. */
export const fromCells =
  (columns: string[], make: (...cells: string[]) => string): TextSource =>
  (row) => ({ text: make(...columns.map(row.get)), columns: row.indexesOf(columns) });

/** A cell as it is; what is a part already stays one. */
const toSource = (part: string | TextSource): TextSource =>
  typeof part === 'string' ? fromCells([part], (cell) => cell) : part;

/** The first that has a text; of none of them, all their columns. */
export function firstOf(...parts: (string | TextSource)[]): TextSource {
  const all = parts.map(toSource);
  return (row) => {
    const seen: number[] = [];
    for (const part of all) {
      const TakenText = part(row);
      if (TakenText.text !== '') return TakenText;
      seen.push(...TakenText.columns);
    }
    return { text: '', columns: seen };
  };
}

/** A cell where it is of the form, else nothing: for columns in which other things stand, too. */
export const ifMatches = (column: string, form: RegExp): TextSource =>
  fromCells([column], (cell) => (form.test(cell) ? cell : ''));

/** What is the same in every record. */
export const constant = (text: string): TextSource => fromCells([], () => text);

/**
 * Makes rows of the lines of one file. `codes`: by the keys of the preset's `index`, once it has been read.
 * Spaces around a column's name do not count.
 */
export function rowsOf(names: readonly string[], codes?: ReadonlyMap<string, string>): (cells: string[]) => Row {
  const columns = names.map((name) => name.trim());
  const byName = new Map(columns.map((name, index) => [name, index]));
  // the same few lists are asked for with every row
  const indexesByList = new WeakMap<readonly string[], number[]>();
  const indexesOf = (list: readonly string[]) => {
    const indexes = indexesByList.get(list) ?? list.flatMap((column) => byName.get(column) ?? []);
    indexesByList.set(list, indexes);
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
export interface RowMapping {
  values: Record<string, string | TextSource>;
  /** Targets that fill only what a record does not have yet. */
  onlyIfEmpty?: string[];
  /** Names of references, should they have to be created, by target key. */
  names?: Record<string, string | TextSource>;
  /** The first that is so counts. */
  refusals?: Refusal[];
}

type NamedSources = [target: string, part: TextSource][];

const toSources = (form: Record<string, string | TextSource> = {}): NamedSources =>
  Object.entries(form).map(([target, part]) => [target, toSource(part)]);

/** What a source does not know is left out, not taken away from a record. */
function takeTexts(row: Row, parts: NamedSources): Pick<Draft, 'values' | 'from'> {
  const TakenText: Pick<Draft, 'values' | 'from'> = { values: {}, from: {} };
  for (const [target, part] of parts) {
    const { text, columns } = part(row);
    if (text !== '') TakenText.values[target] = text;
    TakenText.from[target] = columns;
  }
  return TakenText;
}

/** Makes the record of a row. */
export function createDraftMapping(form: RowMapping): (row: Row) => Draft {
  const [values, names] = [toSources(form.values), toSources(form.names)];
  return (row) => {
    const draft: Draft = takeTexts(row, values);
    if (form.onlyIfEmpty) draft.onlyIfEmpty = form.onlyIfEmpty;
    if (form.names) draft.names = takeTexts(row, names).values;
    const refusal = form.refusals?.find(({ columns, when }) => when(...columns.map(row.get)));
    if (refusal) draft.refused = { rule: refusal.rule, columns: row.indexesOf(refusal.columns) };
    return draft;
  };
}

/** One record of each row. */
export function oneRecordPerRow(form: RowMapping): Preset['records'] {
  const draft = createDraftMapping(form);
  return (row) => [draft(row)];
}

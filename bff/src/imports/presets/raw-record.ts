import type { Rule } from '#http/contract.ts';
import type { RawRecord } from '../file-model.ts';
import type { Preset, Row } from './preset.ts';

/** A text taken from a row ('' where there is none) and the indexes of the columns it came from. */
interface SourceText {
  text: string;
  columns: number[];
}

/** Reads from a row the text that fills a target. */
export type TextSource = (row: Row) => SourceText;

/** Makes a text of the cells of some columns. */
export const fromCells =
  (columns: string[], make: (...cells: string[]) => string): TextSource =>
  (row) => ({ text: make(...columns.map(row.get)), columns: row.indexesOf(columns) });

/** A column's name stands for its cell as it is. */
const toSource = (source: string | TextSource): TextSource =>
  typeof source === 'string' ? fromCells([source], (cell) => cell) : source;

/** Takes the first source with a text. If there is none, the columns of all sources count as read. */
export function firstNonEmpty(...sources: (string | TextSource)[]): TextSource {
  const textSources = sources.map(toSource);
  return (row) => {
    const emptyColumns: number[] = [];
    for (const read of textSources) {
      const { text, columns } = read(row);
      if (text !== '') return { text, columns };
      emptyColumns.push(...columns);
    }
    return { text: '', columns: emptyColumns };
  };
}

/** Takes a cell only if it matches, for columns that also hold other kinds of values. */
export const ifMatches = (column: string, pattern: RegExp): TextSource =>
  fromCells([column], (cell) => (pattern.test(cell) ? cell : ''));

/** Returns the same text for every record. */
export const constant = (text: string): TextSource => fromCells([], () => text);

/**
 * Creates a function that makes rows of the cells of a file's lines. Spaces around a column's name are ignored.
 * @param codes record codes by the keys of the preset's `codeIndex`, once that has been read
 */
export function createRowParser(
  names: readonly string[],
  codes?: ReadonlyMap<string, string>,
): (cells: string[]) => Row {
  const columns = names.map((name) => name.trim());
  const byName = new Map(columns.map((name, index) => [name, index]));
  // every row asks for the same few lists
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

/** A rule that refuses a row, depending on the cells of these columns. */
interface Refusal {
  rule: Rule;
  columns: string[];
  when(...cells: string[]): boolean;
}

/** How a row becomes a record: for each target key a column's name or a text source. */
export interface RowMapping {
  values: Record<string, string | TextSource>;
  /** Targets that fill only fields that a record does not have yet. */
  onlyIfEmpty?: string[];
  /** Names, by target key, for referenced records that may have to be created. */
  names?: Record<string, string | TextSource>;
  /** The first one that applies counts. */
  refusals?: Refusal[];
}

type NamedSources = [target: string, source: TextSource][];

const toSources = (sources: Record<string, string | TextSource> = {}): NamedSources =>
  Object.entries(sources).map(([target, source]) => [target, toSource(source)]);

/** A text that is missing in the file is left out, so that it empties no field of an existing record. */
function takeTexts(row: Row, sources: NamedSources): Pick<RawRecord, 'values' | 'sourceColumns'> {
  const texts: Pick<RawRecord, 'values' | 'sourceColumns'> = { values: {}, sourceColumns: {} };
  for (const [target, source] of sources) {
    const { text, columns } = source(row);
    if (text !== '') texts.values[target] = text;
    texts.sourceColumns[target] = columns;
  }
  return texts;
}

/** Returns a function that creates the raw record of a row. */
export function createRawRecordMapping(mapping: RowMapping): (row: Row) => RawRecord {
  const [values, names] = [toSources(mapping.values), toSources(mapping.names)];
  return (row) => {
    const rawRecord: RawRecord = takeTexts(row, values);
    if (mapping.onlyIfEmpty) rawRecord.onlyIfEmpty = mapping.onlyIfEmpty;
    if (mapping.names) rawRecord.names = takeTexts(row, names).values;
    const refusal = mapping.refusals?.find(({ columns, when }) => when(...columns.map(row.get)));
    if (refusal) rawRecord.refused = { rule: refusal.rule, columns: row.indexesOf(refusal.columns) };
    return rawRecord;
  };
}

/** Makes exactly one record of each row. */
export function oneRecordPerRow(mapping: RowMapping): Preset['records'] {
  const toRawRecord = createRawRecordMapping(mapping);
  return (row) => [toRawRecord(row)];
}

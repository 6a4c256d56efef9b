import type { Knex } from 'knex';
import type { Entity, ListConditions, RowFilter } from '#crud/model.ts';
import type { Database } from '#database';
import { createReviewAndUpdateFilters } from './change-filters.ts';
import {
  assertConditionsValid,
  createColumnFilters,
  filterByStatus,
  isNegated,
  splitOffStatuses,
  valuesOf,
} from './column-filters.ts';
import { filterComplete, incompleteSql } from './completeness.ts';
import {
  CODE_MARK,
  charactersAndPairs,
  MAX_TOKEN_LENGTH,
  NAME_MARK,
  PINYIN_MARK,
  splitWords,
  toIndexToken,
  UNSPACED_SCRIPT_PATTERN,
  WHOLE_NAME_MARK,
  WORD_GAP,
} from './search-text.ts';

/** Whether the conditions need the full-text index, which costs more than counting and sorting the results. */
export const usesTextSearch = ({ q, name }: ListConditions): boolean => Boolean(q) || Boolean(name);

/** Where the rows of a list are read from. */
export interface RowSource {
  /** All records of the entity, of which `entity.table` may have only some. */
  all: () => Knex.QueryBuilder;
  /** Whether the table has an index of its search texts. */
  hasTextIndex: boolean;
}

/**
 * Returns a function that builds a query of the rows which match all conditions except for the status.
 * @throws Problem `validationError`
 */
export async function filteredRows(
  db: Database,
  entity: Entity,
  query: ListConditions,
  { all, hasTextIndex }: RowSource = { all: () => db(entity.table), hasTextIndex: true },
): Promise<() => Knex.QueryBuilder> {
  assertConditionsValid(entity, query);
  const rowFilters = [
    ...(await createColumnFilters(db, entity, query)),
    ...(await createReviewAndUpdateFilters(db, entity, query)),
    ...(await createCustomFilters(db, entity, query, all)),
  ];
  return () => {
    const rows = db(entity.table);
    const whereFound = (text: string, options: SearchOptions = {}) =>
      hasTextIndex
        ? whereMatches(rows, toSearchQuery(text, options))
        : whereMatchesPatterns(rows, toSearchPatterns(text, options));
    if (query.q) whereFound(query.q);
    if (query.name) whereFound(String(query.name), { namesOnly: true });
    if (query.incomplete === true) rows.whereRaw(incompleteSql(entity));
    if (query.incomplete === false) filterComplete(entity, rows);
    for (const filterRows of rowFilters) filterRows(rows);
    return rows;
  };
}

/** Returns a function that builds a query of the rows which match all conditions. @throws Problem `validationError` */
export async function matchingRows(
  db: Database,
  entity: Entity,
  query: ListConditions,
): Promise<() => Knex.QueryBuilder> {
  const { statuses } = splitOffStatuses(query);
  const rows = await filteredRows(db, entity, query);
  return () => (statuses ? filterByStatus(rows(), statuses) : rows());
}

/** Returns the filters that an entity defines itself; one with several values finds what any of them finds. */
async function createCustomFilters(
  db: Database,
  entity: Entity,
  query: ListConditions,
  all: RowSource['all'],
): Promise<RowFilter[]> {
  const filters: RowFilter[] = [];
  for (const [name, createFilter] of Object.entries(entity.customFilters ?? {})) {
    const filtersByValue = await Promise.all(valuesOf(query[name]).map((value) => createFilter(db, value, query, all)));
    if (filtersByValue.length === 0) continue;
    const filterByAny: RowFilter = (rows) =>
      rows.where((any) => {
        for (const filterRows of filtersByValue) any.orWhere((each) => void filterRows(each));
      });
    filters.push((rows) => {
      const [onlyFilter] = filtersByValue;
      if (isNegated(query, name)) rows.whereNotIn('id', db(entity.table).select('id').modify(filterByAny));
      else if (filtersByValue.length === 1 && onlyFilter) onlyFilter(rows);
      else filterByAny(rows);
    });
  }
  return filters;
}

/** A full-text query, refined by patterns. */
export interface SearchQuery {
  /** A boolean full-text query. */
  query: string;
  /** Regular expressions that the `search` column must match as well. */
  patterns: string[];
}

interface SearchOptions {
  namesOnly?: boolean;
}

const prefixesOf = ({ namesOnly = false }: SearchOptions) =>
  namesOnly ? [NAME_MARK] : [CODE_MARK, NAME_MARK, PINYIN_MARK];

// a shorter prefix matches so many words that filtering what the longer words find is cheaper than looking it up
const MIN_LONG_WORD = 4;

const prefixTerm = (prefix: string, word: string) => `${prefix}${toIndexToken(word)}*`.slice(0, MAX_TOKEN_LENGTH);

/** Builds a boolean full-text query for names that start with `q` in writing or pinyin; undefined if `q` contains no word. */
export function toNamePrefixQuery(q: string): string | undefined {
  const parts = splitWords(q);
  return parts.length > 0 ? prefixTerm(WHOLE_NAME_MARK, parts.join(WORD_GAP)) : undefined;
}

/** Builds a search query that requires every word of `q`; undefined if `q` contains no word. */
export function toSearchQuery(q: string, options: SearchOptions = {}): SearchQuery | undefined {
  const words = splitWords(q);
  const isShort = (word: string) => !UNSPACED_SCRIPT_PATTERN.test(word) && [...word].length < MIN_LONG_WORD;
  const [shortWords, longWords] = [words.filter(isShort), words.filter((word) => !isShort(word))];
  const prefixes = prefixesOf(options);
  // short words are looked up only if there are no longer ones
  const indexWords = longWords.length > 0 ? longWords : shortWords;
  const query = indexWords.flatMap((word) => toTerms(word, prefixes)).join(' ');
  const patterns = longWords.length > 0 ? shortWords.map((word) => toPrefixPattern(word, prefixes)) : [];
  return query === '' ? undefined : { query, patterns };
}

/** Returns the regular expressions that together find the same in the `search` column without its index; none if `q` contains no word. */
const toSearchPatterns = (q: string, options: SearchOptions): string[] =>
  splitWords(q).flatMap((word) =>
    UNSPACED_SCRIPT_PATTERN.test(word)
      ? piecesOf(word).map((piece) => `(^| )${NAME_MARK}${toIndexToken(piece)}( |$)`)
      : [toPrefixPattern(word, prefixesOf(options))],
  );

/** Returns a function that tells whether a search text is found by these conditions; all are found without a search. */
export function createSearchMatcher({ q, name }: ListConditions): (search: string) => boolean {
  const searches: [string, SearchOptions][] = [
    ...(q ? [[q, {}] satisfies [string, SearchOptions]] : []),
    ...(name ? [[String(name), { namesOnly: true }] satisfies [string, SearchOptions]] : []),
  ];
  const patterns = searches.map(([text, options]) => toSearchPatterns(text, options).map((each) => new RegExp(each)));
  return (search) => patterns.every((all) => all.length > 0 && all.every((pattern) => pattern.test(search)));
}

/** Words consist of letters and digits, so they need no escaping in a regular expression. */
const toPrefixPattern = (word: string, prefixes: string[]) =>
  `(^| )(${prefixes.join('|')})${toIndexToken(word).slice(0, MAX_TOKEN_LENGTH - NAME_MARK.length)}`;

/** Returns the pairs of characters that are looked up for a word of a script without spaces, or its only character. */
function piecesOf(word: string): string[] {
  const characters = [...word];
  return characters.length > 1 ? charactersAndPairs(word).slice(characters.length) : characters;
}

function toTerms(word: string, prefixes: string[]): string[] {
  if (!UNSPACED_SCRIPT_PATTERN.test(word))
    return [`+(${prefixes.map((prefix) => prefixTerm(prefix, word)).join(' ')})`];
  return piecesOf(word).map((piece) => `+${NAME_MARK}${toIndexToken(piece)}`);
}

/** Restricts rows of an entity's table to those that match; a text without a word matches nothing. */
export function whereMatches(rows: Knex.QueryBuilder, search: SearchQuery | undefined): void {
  if (!search) rows.whereRaw('1 = 0');
  else rows.whereRaw('match(search) against (? in boolean mode)', [search.query]);
  for (const pattern of search?.patterns ?? []) rows.whereRaw('search regexp ?', [pattern]);
}

/** Restricts rows like `whereMatches`, by comparing each of them. */
function whereMatchesPatterns(rows: Knex.QueryBuilder, patterns: string[]): void {
  if (patterns.length === 0) rows.whereRaw('1 = 0');
  for (const pattern of patterns) rows.whereRaw('search regexp ?', [pattern]);
}

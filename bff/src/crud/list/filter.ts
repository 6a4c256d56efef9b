import type { Knex } from 'knex';
import { columnOf, fieldOf } from '#crud/entity.ts';
import { toColumn } from '#crud/fields.ts';
import type { Entity, Field, ListConditions, ReferenceList } from '#crud/model.ts';
import type { Database } from '#database';
import { createChangeFilters } from './change-filters.ts';
import {
  CODE_PREFIX,
  MAX_TOKEN_LENGTH,
  NAME_PREFIX,
  SOUND_PREFIX,
  splitWords,
  toIndexToken,
  UNSPACED_SCRIPT_PATTERN,
  WHOLE_NAME_PREFIX,
  WORD_GAP,
  wordPieces,
} from './search-text.ts';

/** Whether the conditions need the full-text index, which costs more than counting and sorting the results. */
export const usesTextSearch = ({ q, name }: ListConditions): boolean => Boolean(q) || Boolean(name);

/** Returns a function that builds a query of the rows which match all conditions except for the status. */
export async function filteredRows(
  db: Database,
  entity: Entity,
  query: ListConditions,
): Promise<() => Knex.QueryBuilder> {
  const rowFilters = await createChangeFilters(db, entity, query);
  for (const [name, createFilter] of Object.entries(entity.customFilters ?? {}))
    if (query[name] !== undefined) rowFilters.push(await createFilter(db, query[name], query));
  return () => {
    const rows = filterByColumns(db, entity, query);
    for (const filterRows of rowFilters) filterRows(rows);
    return rows;
  };
}

function filterByColumns(db: Database, entity: Entity, query: ListConditions): Knex.QueryBuilder {
  const rows = db(entity.table);
  if (query.q) whereMatches(rows, toSearchQuery(query.q));
  if (query.incomplete === true) rows.whereRaw(incompleteSql(entity));
  if (query.incomplete === false) filterComplete(entity, rows);
  for (const name of entity.filters) {
    const value = query[name];
    if (value === undefined || value === '') continue;
    const field = fieldOf(entity, name);
    const isCode = field?.isCode || field?.list !== undefined;
    const filterValue = isCode ? String(value).toUpperCase() : value;
    if (name === 'name') whereMatches(rows, toSearchQuery(String(value), { namesOnly: true }));
    else if (field?.list) rows.whereIn('id', idsOfListContaining(db, field.list, String(filterValue)));
    else if (field?.reference)
      rows.where(field.column, db(field.reference).where('code', String(filterValue)).select('id'));
    else rows.where({ [columnOf(entity, name)]: field ? toColumn(field, filterValue) : filterValue });
  }
  return rows;
}

/** Returns the fields that approval requires. */
export const fieldsRequiredToApprove = ({ requiredToApprove, fields }: Entity): Field[] =>
  fields.filter(({ name }) => requiredToApprove.includes(name));

/** Returns the SQL condition that a record lacks a field; `record` is the table's alias. */
export const lacksFieldSql = ({ column, kind, reference }: Field, record: string): string =>
  kind === 'text' && !reference
    ? `(${record}.\`${column}\` IS NULL OR ${record}.\`${column}\` = '')`
    : `(${record}.\`${column}\` IS NULL)`;

/** Returns the SQL condition that a record lacks a field which approval requires. */
export const incompleteSql = (entity: Entity): string =>
  `(${
    fieldsRequiredToApprove(entity)
      .map((field) => lacksFieldSql(field, entity.table))
      .join(' OR ') || 'FALSE'
  })`;

/** Filters a query to the records that have all fields that approval requires. */
export const filterComplete = (entity: Entity, records: Knex.QueryBuilder): Knex.QueryBuilder =>
  records.whereRaw(`NOT ${incompleteSql(entity)}`);

/** Queries the ids of records whose list contains this code. */
const idsOfListContaining = (db: Database, { table, reference }: ReferenceList, code: string) =>
  db(table).whereIn('target_id', db(reference).where('code', code).select('id')).select('record_id');

/** A full-text query, refined by patterns. */
export interface SearchQuery {
  /** A boolean full-text query. */
  query: string;
  /** Regular expressions that the `search` column must match as well. */
  patterns: string[];
}

// a shorter prefix matches so many words that filtering what the longer words find is cheaper than looking it up
const MIN_LONG_WORD = 4;

const prefixTerm = (prefix: string, word: string) => `${prefix}${toIndexToken(word)}*`.slice(0, MAX_TOKEN_LENGTH);

/** Builds a boolean full-text query for names that start with `q` in writing or pinyin; undefined if `q` contains no word. */
export function toNamePrefixQuery(q: string): string | undefined {
  const parts = splitWords(q);
  return parts.length > 0 ? prefixTerm(WHOLE_NAME_PREFIX, parts.join(WORD_GAP)) : undefined;
}

/** Builds a search query that requires every word of `q`; undefined if `q` contains no word. */
export function toSearchQuery(q: string, { namesOnly = false } = {}): SearchQuery | undefined {
  const words = splitWords(q);
  const isShort = (word: string) => !UNSPACED_SCRIPT_PATTERN.test(word) && [...word].length < MIN_LONG_WORD;
  const [shortWords, longWords] = [words.filter(isShort), words.filter((word) => !isShort(word))];
  const prefixes = namesOnly ? [NAME_PREFIX] : [CODE_PREFIX, NAME_PREFIX, SOUND_PREFIX];
  // short words are looked up only if there are no longer ones
  const indexWords = longWords.length > 0 ? longWords : shortWords;
  const query = indexWords.flatMap((word) => toTerms(word, prefixes)).join(' ');
  // words consist of letters and digits, so they need no escaping in a regular expression
  const patterns =
    longWords.length > 0 ? shortWords.map((word) => `(^| )(${prefixes.join('|')})${toIndexToken(word)}`) : [];
  return query === '' ? undefined : { query, patterns };
}

function toTerms(word: string, prefixes: string[]): string[] {
  if (!UNSPACED_SCRIPT_PATTERN.test(word))
    return [`+(${prefixes.map((prefix) => prefixTerm(prefix, word)).join(' ')})`];
  const characters = [...word];
  const pairs = characters.length > 1 ? wordPieces(word).slice(characters.length) : characters;
  return pairs.map((pair) => `+${NAME_PREFIX}${toIndexToken(pair)}`);
}

/** Restricts rows of an entity's table to those that match; a text without a word matches nothing. */
export function whereMatches(rows: Knex.QueryBuilder, search: SearchQuery | undefined): void {
  if (!search) rows.whereRaw('1 = 0');
  else rows.whereRaw('match(search) against (? in boolean mode)', [search.query]);
  for (const pattern of search?.patterns ?? []) rows.whereRaw('search regexp ?', [pattern]);
}

import type { Knex } from 'knex';
import type { Database } from '#database';
import { columnOf, fieldOf } from './entity.ts';
import { toColumn } from './fields.ts';
import type { Entity, ListConditions, ReferenceList, RowFilter } from './model.ts';
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

/** Whether it looks texts up, which costs more than to count and order what is found. */
export const usesTextSearch = ({ q, name }: ListConditions): boolean => Boolean(q) || Boolean(name);

/** Builds a new query of the rows that match all filters but the status. */
export async function filteredRows(
  db: Database,
  entity: Entity,
  query: ListConditions,
): Promise<() => Knex.QueryBuilder> {
  const narrows: RowFilter[] = [];
  for (const [name, narrow] of Object.entries(entity.customFilters ?? {}))
    if (query[name] !== undefined) narrows.push(await narrow(db, query[name], query));
  return () => {
    const rows = filterByColumns(db, entity, query);
    for (const narrow of narrows) narrow(rows);
    return rows;
  };
}

function filterByColumns(db: Database, entity: Entity, query: ListConditions): Knex.QueryBuilder {
  const rows = db(entity.table);
  if (query.q) whereMatches(rows, toSearchQuery(query.q));
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

/** The records that list the one with this code. */
const idsOfListContaining = (db: Database, { table, reference }: ReferenceList, code: string) =>
  db(table).whereIn('target_id', db(reference).where('code', code).select('id')).select('record_id');

/** How to find the records that a text asks for. */
export interface SearchQuery {
  /** A boolean full-text query. */
  query: string;
  /** Regular expressions that the `search` column of what the query finds must match as well. */
  patterns: string[];
}

// a shorter prefix matches so many words that filtering what the longer words find is cheaper than looking it up
const MIN_LONG_WORD = 4;

const prefixTerm = (prefix: string, word: string) => `${prefix}${toIndexToken(word)}*`.slice(0, MAX_TOKEN_LENGTH);

/** A boolean full-text query for names that begin so or sound so from their first syllable on, or undefined where `q` holds no word. */
export function toNamePrefixQuery(q: string): string | undefined {
  const parts = splitWords(q);
  return parts.length > 0 ? prefixTerm(WHOLE_NAME_PREFIX, parts.join(WORD_GAP)) : undefined;
}

/** How to find what every word of `q` matches, or undefined where `q` holds no word. */
export function toSearchQuery(q: string, { namesOnly = false } = {}): SearchQuery | undefined {
  const sought = splitWords(q);
  const isShort = (word: string) => !UNSPACED_SCRIPT_PATTERN.test(word) && [...word].length < MIN_LONG_WORD;
  const [short, long] = [sought.filter(isShort), sought.filter((word) => !isShort(word))];
  const prefixes = namesOnly ? [NAME_PREFIX] : [CODE_PREFIX, NAME_PREFIX, SOUND_PREFIX];
  // by short words alone where there are no others
  const lookedUp = long.length > 0 ? long : short;
  const query = lookedUp.flatMap((word) => toTerms(word, prefixes)).join(' ');
  // a word is letters and digits: nothing in it has a meaning to a regular expression
  const patterns = long.length > 0 ? short.map((word) => `(^| )(${prefixes.join('|')})${toIndexToken(word)}`) : [];
  return query === '' ? undefined : { query, patterns };
}

function toTerms(word: string, prefixes: string[]): string[] {
  if (!UNSPACED_SCRIPT_PATTERN.test(word))
    return [`+(${prefixes.map((prefix) => prefixTerm(prefix, word)).join(' ')})`];
  const characters = [...word];
  const pairs = characters.length > 1 ? wordPieces(word).slice(characters.length) : characters;
  return pairs.map((pair) => `+${NAME_PREFIX}${toIndexToken(pair)}`);
}

/** Rows of a kind's table that match; a text without a single word matches nothing. */
export function whereMatches(rows: Knex.QueryBuilder, sought: SearchQuery | undefined): void {
  if (!sought) rows.whereRaw('1 = 0');
  else rows.whereRaw('match(search) against (? in boolean mode)', [sought.query]);
  for (const pattern of sought?.patterns ?? []) rows.whereRaw('search regexp ?', [pattern]);
}

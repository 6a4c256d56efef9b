import type { Knex } from 'knex';
import { basic, code, gap, longest, name, pieces, sound, start, unspaced, words } from './search-tokens.ts';

/** How to find the records that a text asks for. */
export interface Sought {
  /** A boolean full-text query. */
  query: string;
  /** Regular expressions that the `search` column of what the query finds must match as well. */
  patterns: string[];
}

// the beginning of so many words that to look them all up costs more than to read what longer words find
const shortest = 4;

const starting = (prefix: string, word: string) => `${prefix}${basic(word)}*`.slice(0, longest);

/** A boolean full-text query for names that begin so or sound so from their first syllable on, or undefined where `q` holds no word. */
export function startQuery(q: string): string | undefined {
  const parts = words(q);
  return parts.length > 0 ? starting(start, parts.join(gap)) : undefined;
}

/** How to find what every word of `q` matches, or undefined where `q` holds no word. */
export function soughtBy(q: string, { namesOnly = false } = {}): Sought | undefined {
  const sought = words(q);
  const isShort = (word: string) => !unspaced.test(word) && [...word].length < shortest;
  const [short, long] = [sought.filter(isShort), sought.filter((word) => !isShort(word))];
  const prefixes = namesOnly ? [name] : [code, name, sound];
  // by short words alone where there are no others
  const lookedUp = long.length > 0 ? long : short;
  const query = lookedUp.flatMap((word) => terms(word, prefixes)).join(' ');
  // a word is letters and digits: nothing in it has a meaning to a regular expression
  const patterns = long.length > 0 ? short.map((word) => `(^| )(${prefixes.join('|')})${basic(word)}`) : [];
  return query === '' ? undefined : { query, patterns };
}

function terms(word: string, prefixes: string[]): string[] {
  if (!unspaced.test(word)) return [`+(${prefixes.map((prefix) => starting(prefix, word)).join(' ')})`];
  const characters = [...word];
  const pairs = characters.length > 1 ? pieces(word).slice(characters.length) : characters;
  return pairs.map((pair) => `+${name}${basic(pair)}`);
}

/** Rows of a kind's table that match; a text without a single word matches nothing. */
export function matching(rows: Knex.QueryBuilder, sought: Sought | undefined): void {
  if (!sought) rows.whereRaw('1 = 0');
  else rows.whereRaw('match(search) against (? in boolean mode)', [sought.query]);
  for (const pattern of sought?.patterns ?? []) rows.whereRaw('search regexp ?', [pattern]);
}

import { pinyin } from 'pinyin-pro';
import type { Schemas } from '#http/contract.ts';
import type { Entity, Fields } from './entity.ts';
import type { Field } from './field.ts';

// Every token carries its sort's prefix: it pads short ones to InnoDB's minimum of three characters and keeps words
// such as “de” from being stop words.
const code = 'c_';
const name = 'n_';
const sound = 'p_';
// the sound of a whole name, from its first syllable: such a match ranks higher
const wholeSound = 's_';
const longest = 60;
// the column is a TEXT of 65,535 bytes, and a UTF-16 unit takes three at most
const longestText = 20_000;

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u;
const han = /\p{Script=Han}/u;

const beyondAscii = /\P{ASCII}/u;
const accents = /\p{M}+/gu;

const fold = (text: string) =>
  (beyondAscii.test(text) ? text.normalize('NFKD').replaceAll(accents, '') : text).toLowerCase();
const words = (text: string) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** A word of a script without spaces by single characters and pairs, any other as it is. */
function pieces(word: string): string[] {
  if (!unspaced.test(word)) return [word];
  const characters = [...word];
  return [...characters, ...characters.slice(1).map((character, index) => `${characters[index]}${character}`)];
}

// InnoDB’s parser takes what lies beyond the basic plane, such as rare characters of place names, for spaces
const surrogate = /[\ud800-\udbff]/;
const beyondBasic = /[\u{10000}-\u{10ffff}]/gu;
const basic = (token: string) =>
  surrogate.test(token)
    ? token.replaceAll(beyondBasic, (character) => `u${character.codePointAt(0)?.toString(16)}`)
    : token;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function namesOf(fields: Fields): string[] {
  const locales = Object.values((fields.locales ?? {}) as Schemas['Locales']);
  return [fields.name, ...locales.flatMap((locale) => [locale.name, ...(locale.aliases ?? [])])].filter(isText);
}

/** Tokens of a Chinese name's pinyin from each syllable on, and the initials likewise: `shoudu` and `sd` find 北京首都. */
function soundsOf(text: string): string[] {
  if (!han.test(text)) return [];
  const syllables = pinyin(text, { toneType: 'none', type: 'array', nonZh: 'removed', v: true });
  const tokens: string[] = [];
  let [spelt, initials] = ['', ''];
  for (const syllable of syllables.toReversed()) {
    [spelt, initials] = [(syllable + spelt).slice(0, longest), (syllable.slice(0, 1) + initials).slice(0, longest)];
    tokens.push(sound + spelt, sound + initials);
  }
  return syllables.length > 0 ? [...tokens, wholeSound + spelt, wholeSound + initials] : [];
}

function searchedValues({ searched }: Field, value: unknown): unknown[] {
  if (!Array.isArray(value)) return searched.includes('') ? [value] : [];
  return value.flatMap((entry: Fields) => searched.map((member) => entry[member]));
}

/** The text of a record's `search` column. */
export function searchText(entity: Entity, fields: Fields): string {
  const tokens = new Set<string>();
  const add = (token: string) => tokens.add(basic(token).slice(0, longest));
  for (const field of entity.fields) {
    for (const value of searchedValues(field, fields[field.name]).filter(isText)) {
      const parts = words(value);
      for (const part of [...parts, parts.join('')]) add(code + part);
    }
  }
  const names = new Set(namesOf(fields));
  for (const text of names) for (const word of words(text)) for (const piece of pieces(word)) add(name + piece);
  for (const text of names) for (const token of soundsOf(text)) add(token);
  const text = [...tokens].join(' ');
  return text.length > longestText ? text.slice(0, text.lastIndexOf(' ', longestText)) : text;
}

const starting = (prefix: string, word: string) => `${prefix}${basic(word)}*`.slice(0, longest);

/** A boolean full-text query for names that sound so from their first syllable on, or undefined where `q` is no sound. */
export function soundQuery(q: string): string | undefined {
  const [word, ...more] = words(q);
  return word && more.length === 0 && !unspaced.test(word) ? starting(wholeSound, word) : undefined;
}

/** A boolean full-text query that every word of `q` must match, or undefined where `q` holds no word. */
export function searchQuery(q: string, { namesOnly = false } = {}): string | undefined {
  const sought = words(q).flatMap((word) => {
    if (!unspaced.test(word)) {
      const prefixes = namesOnly ? [name] : [code, name, sound];
      return `+(${prefixes.map((prefix) => starting(prefix, word)).join(' ')})`;
    }
    const characters = [...word];
    const pairs = characters.length > 1 ? pieces(word).slice(characters.length) : characters;
    return pairs.map((pair) => `+${name}${basic(pair)}`);
  });
  return sought.length > 0 ? sought.join(' ') : undefined;
}

import { createRequire } from 'node:module';
import type { Schemas } from '#http/contract.ts';
import type { Entity, Fields } from './entity.ts';
import type { Field } from './field.ts';
import { basic, code, gap, longest, name, pieces, sound, start, words } from './search-tokens.ts';

// the column is a TEXT of 65,535 bytes, and a UTF-16 unit takes three at most
const longestText = 20_000;

const han = /\p{Script=Han}/u;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function namesOf(fields: Fields): string[] {
  const locales = Object.values((fields.locales ?? {}) as Schemas['Locales']);
  return [fields.name, ...locales.flatMap((locale) => [locale.name, ...(locale.aliases ?? [])])].filter(isText);
}

type Pinyin = typeof import('pinyin-pro');

let sounds: Pinyin | undefined;

/** Its dictionary takes a lot of memory, so it comes with the first Chinese name that is written. */
function syllablesOf(text: string): string[] {
  // the package is what its own types say
  sounds ??= createRequire(import.meta.url)('pinyin-pro') as Pinyin;
  const { pinyin, convert } = sounds;
  return pinyin(text, { type: 'array', nonZh: 'removed' }).map((syllable) => withoutTone(syllable, convert));
}

// some thirteen hundred, as often as there are characters
const known = new Map<string, string>();

/** As it is typed: `lǜ` is `lv`. */
function withoutTone(syllable: string, convert: Pinyin['convert']): string {
  const plain = known.get(syllable) ?? convert(syllable, { format: 'toneNone' }).replaceAll('ü', 'v');
  known.set(syllable, plain);
  return plain;
}

/** Tokens of a Chinese name's pinyin from each syllable on, and the initials likewise: `shoudu` and `sd` find 北京首都. */
function soundsOf(text: string): string[] {
  if (!han.test(text)) return [];
  const syllables = syllablesOf(text);
  const tokens: string[] = [];
  let [spelt, initials] = ['', ''];
  for (const syllable of syllables.toReversed()) {
    [spelt, initials] = [(syllable + spelt).slice(0, longest), (syllable.slice(0, 1) + initials).slice(0, longest)];
    tokens.push(sound + spelt, sound + initials);
  }
  return syllables.length > 0 ? [...tokens, start + spelt, start + initials] : [];
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
  for (const text of names) {
    const parts = words(text);
    for (const word of parts) for (const piece of pieces(word)) add(name + piece);
    if (parts.length > 0) add(start + parts.join(gap));
  }
  for (const text of names) for (const token of soundsOf(text)) add(token);
  const text = [...tokens].join(' ');
  return text.length > longestText ? text.slice(0, text.lastIndexOf(' ', longestText)) : text;
}

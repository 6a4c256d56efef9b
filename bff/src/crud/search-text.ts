import { createRequire } from 'node:module';
import type { Schemas } from '#http/contract.ts';
import type { Entity, Field, Fields } from './model.ts';

// the column is a TEXT of 65,535 bytes, and a UTF-16 unit takes three at most
const MAX_TEXT_LENGTH = 20_000;

const HAN = /\p{Script=Han}/u;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function namesOf(fields: Fields): string[] {
  const locales = Object.values((fields.locales ?? {}) as Schemas['Locales']);
  return [fields.name, ...locales.flatMap((locale) => [locale.name, ...(locale.aliases ?? [])])].filter(isText);
}

type Pinyin = typeof import('pinyin-pro');

let pinyinPackage: Pinyin | undefined;

/** Its dictionary takes a lot of memory, so it comes with the first Chinese name that is written. */
function syllablesOf(text: string): string[] {
  // the package is what its own types say
  pinyinPackage ??= createRequire(import.meta.url)('pinyin-pro') as Pinyin;
  const { pinyin, convert } = pinyinPackage;
  return pinyin(text, { type: 'array', nonZh: 'removed' }).map((syllable) => withoutTone(syllable, convert));
}

// some thirteen hundred, as often as there are characters
const plainSyllables = new Map<string, string>();

/** As it is typed: `lǜ` is `lv`. */
function withoutTone(syllable: string, convert: Pinyin['convert']): string {
  const plain = plainSyllables.get(syllable) ?? convert(syllable, { format: 'toneNone' }).replaceAll('ü', 'v');
  plainSyllables.set(syllable, plain);
  return plain;
}

/** Tokens of a Chinese name's pinyin from each syllable on, and the initials likewise: `shoudu` and `sd` find 北京首都. */
function soundTokens(text: string): string[] {
  if (!HAN.test(text)) return [];
  const syllables = syllablesOf(text);
  const tokens: string[] = [];
  let [spelt, initials] = ['', ''];
  for (const syllable of syllables.toReversed()) {
    [spelt, initials] = [
      (syllable + spelt).slice(0, MAX_TOKEN_LENGTH),
      (syllable.slice(0, 1) + initials).slice(0, MAX_TOKEN_LENGTH),
    ];
    tokens.push(SOUND_PREFIX + spelt, SOUND_PREFIX + initials);
  }
  return syllables.length > 0 ? [...tokens, WHOLE_NAME_PREFIX + spelt, WHOLE_NAME_PREFIX + initials] : [];
}

function searchedValues({ searchedMembers }: Field, value: unknown): unknown[] {
  if (!Array.isArray(value)) return searchedMembers.includes('') ? [value] : [];
  return value.flatMap((entry: Fields) => searchedMembers.map((member) => entry[member]));
}

/** The text of a record's `search` column. */
export function searchText(entity: Entity, fields: Fields): string {
  const tokens = new Set<string>();
  const add = (token: string) => tokens.add(toIndexToken(token).slice(0, MAX_TOKEN_LENGTH));
  for (const field of entity.fields) {
    for (const value of searchedValues(field, fields[field.name]).filter(isText)) {
      const parts = splitWords(value);
      for (const part of [...parts, parts.join('')]) add(CODE_PREFIX + part);
    }
  }
  const names = new Set(namesOf(fields));
  for (const text of names) {
    const parts = splitWords(text);
    for (const word of parts) for (const piece of wordPieces(word)) add(NAME_PREFIX + piece);
    if (parts.length > 0) add(WHOLE_NAME_PREFIX + parts.join(WORD_GAP));
  }
  for (const text of names) for (const token of soundTokens(text)) add(token);
  const text = [...tokens].join(' ');
  return text.length > MAX_TEXT_LENGTH ? text.slice(0, text.lastIndexOf(' ', MAX_TEXT_LENGTH)) : text;
}

// Every token carries its sort's prefix: it pads short ones to InnoDB's minimum of three characters and keeps words
// such as “de” from being stop words.
export const CODE_PREFIX = 'c_';
export const NAME_PREFIX = 'n_';
export const SOUND_PREFIX = 'p_';
// a whole name as it is written and as it sounds: what begins so ranks higher
export const WHOLE_NAME_PREFIX = 's_';
/** Between the words of a whole name. */
export const WORD_GAP = '_';
/** Characters of a token. */
export const MAX_TOKEN_LENGTH = 60;

export const UNSPACED_SCRIPT_PATTERN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u;

const beyondAscii = /\P{ASCII}/u;
const accents = /\p{M}+/gu;

const fold = (text: string) =>
  (beyondAscii.test(text) ? text.normalize('NFKD').replaceAll(accents, '') : text).toLowerCase();

/** The words of a text, folded. */
export const splitWords = (text: string) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** A word of a script without spaces by single characters and pairs, any other as it is. */
export function wordPieces(word: string): string[] {
  if (!UNSPACED_SCRIPT_PATTERN.test(word)) return [word];
  const characters = [...word];
  return [...characters, ...characters.slice(1).map((character, index) => `${characters[index]}${character}`)];
}

// InnoDB’s parser takes what lies beyond the basic plane, such as rare characters of place names, for spaces
const surrogate = /[\ud800-\udbff]/;
const beyondBasic = /[\u{10000}-\u{10ffff}]/gu;

/** A token as the index takes it. */
export const toIndexToken = (token: string) =>
  surrogate.test(token)
    ? token.replaceAll(beyondBasic, (character) => `u${character.codePointAt(0)?.toString(16)}`)
    : token;

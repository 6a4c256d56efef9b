import { createRequire } from 'node:module';
import type { Entity, Field, FieldValues } from '#crud/model.ts';
import type { Schemas } from '#http/contract.ts';

// the column is a TEXT of 65,535 bytes, and a UTF-16 unit takes three at most
const MAX_TEXT_LENGTH = 20_000;

const HAN = /\p{Script=Han}/u;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function namesOf(fields: FieldValues): string[] {
  const locales = Object.values((fields.locales ?? {}) as Schemas['Locales']);
  return [fields.name, ...locales.flatMap((locale) => [locale.name, ...(locale.aliases ?? [])])].filter(isText);
}

type Pinyin = typeof import('pinyin-pro');

let pinyinModule: Pinyin | undefined;

/** Returns the pinyin syllables of a text. The package is loaded on first use, as its dictionary takes a lot of memory. */
function syllablesOf(text: string): string[] {
  // the cast: `require` returns `any`
  pinyinModule ??= createRequire(import.meta.url)('pinyin-pro') as Pinyin;
  const { pinyin, convert } = pinyinModule;
  return pinyin(text, { type: 'array', nonZh: 'removed' }).map((syllable) => withoutTone(syllable, convert));
}

// caches the conversion of about 1,300 syllables, which is needed for each character
const plainSyllables = new Map<string, string>();

/** Returns a syllable as it is typed: `lv` for `lǜ`. */
function withoutTone(syllable: string, convert: Pinyin['convert']): string {
  const toneless = plainSyllables.get(syllable) ?? convert(syllable, { format: 'toneNone' }).replaceAll('ü', 'v');
  plainSyllables.set(syllable, toneless);
  return toneless;
}

/** Returns tokens for the pinyin and the initials of a Chinese name from each syllable on: `shoudu` and `sd` find 北京首都. */
function soundTokens(text: string): string[] {
  if (!HAN.test(text)) return [];
  const syllables = syllablesOf(text);
  const tokens: string[] = [];
  let [pinyinText, initials] = ['', ''];
  for (const syllable of syllables.toReversed()) {
    [pinyinText, initials] = [
      (syllable + pinyinText).slice(0, MAX_TOKEN_LENGTH),
      (syllable.slice(0, 1) + initials).slice(0, MAX_TOKEN_LENGTH),
    ];
    tokens.push(PINYIN_MARK + pinyinText, PINYIN_MARK + initials);
  }
  return syllables.length > 0 ? [...tokens, WHOLE_NAME_MARK + pinyinText, WHOLE_NAME_MARK + initials] : [];
}

/** Returns the values, or the members of the entries of a list, that the search finds like a code. */
function valuesSearchedAsCode({ isSearchedAsCode, membersSearchedAsCode }: Field, value: unknown): unknown[] {
  if (!Array.isArray(value)) return isSearchedAsCode ? [value] : [];
  return value.flatMap((entry: FieldValues) => membersSearchedAsCode.map((member) => entry[member]));
}

/** Builds the text of a record's `search` column. */
export function searchText(entity: Entity, fields: FieldValues): string {
  const tokens = new Set<string>();
  const add = (token: string) => tokens.add(toIndexToken(token).slice(0, MAX_TOKEN_LENGTH));
  for (const field of entity.fields) {
    for (const value of valuesSearchedAsCode(field, fields[field.name]).filter(isText)) {
      const parts = splitWords(value);
      for (const part of [...parts, parts.join('')]) add(CODE_MARK + part);
    }
  }
  const names = new Set(namesOf(fields));
  for (const text of names) {
    const parts = splitWords(text);
    for (const word of parts) for (const piece of charactersAndPairs(word)) add(NAME_MARK + piece);
    if (parts.length > 0) add(WHOLE_NAME_MARK + parts.join(WORD_GAP));
  }
  for (const text of names) for (const token of soundTokens(text)) add(token);
  const text = [...tokens].join(' ');
  return text.length > MAX_TEXT_LENGTH ? text.slice(0, text.lastIndexOf(' ', MAX_TEXT_LENGTH)) : text;
}

// Every token has a prefix by its type, which pads short tokens to InnoDB's minimum of three characters and keeps words
// such as “de” from being stop words.
export const CODE_MARK = 'c_';
export const NAME_MARK = 'n_';
export const PINYIN_MARK = 'p_';
// a whole name, as it is written and in pinyin, to rank prefix matches higher
export const WHOLE_NAME_MARK = 's_';
/** Between the words of a whole name. */
export const WORD_GAP = '_';
/** In characters. */
export const MAX_TOKEN_LENGTH = 60;

export const UNSPACED_SCRIPT_PATTERN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u;

const NON_ASCII = /\P{ASCII}/u;
const ACCENTS = /\p{M}+/gu;

const fold = (text: string) =>
  (NON_ASCII.test(text) ? text.normalize('NFKD').replaceAll(ACCENTS, '') : text).toLowerCase();

/** Splits a text into folded words. */
export const splitWords = (text: string) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Splits a word of a script without spaces into characters and pairs; other words stay whole. */
export function charactersAndPairs(word: string): string[] {
  if (!UNSPACED_SCRIPT_PATTERN.test(word)) return [word];
  const characters = [...word];
  return [...characters, ...characters.slice(1).map((character, index) => `${characters[index]}${character}`)];
}

// InnoDB's parser treats characters outside the basic plane, such as rare ones in place names, as spaces
const HIGH_SURROGATE = /[\ud800-\udbff]/;
const SUPPLEMENTARY = /[\u{10000}-\u{10ffff}]/gu;

/** Converts a token into a form that the index accepts. */
export const toIndexToken = (token: string) =>
  HIGH_SURROGATE.test(token)
    ? token.replaceAll(SUPPLEMENTARY, (character) => `u${character.codePointAt(0)?.toString(16)}`)
    : token;

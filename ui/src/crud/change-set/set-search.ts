import { type BodyName, references, searchedAsCode, upperCase } from '#api/metadata.gen.ts';
import type { CodedRecord } from '#crud/read/find-records.ts';

/** Returns the pinyin syllables of a Chinese name, as they are typed. */
export type Syllables = (name: string) => string[];

/** Returns no syllables, for names without Chinese characters. */
export const noSyllables: Syllables = () => [];

const HAN = /\p{Script=Han}/u;
const UNSPACED_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u;
const ACCENTS = /\p{M}+/gu;

/** Splits a text into words without accents, in lower case. */
const splitWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(ACCENTS, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

const pairsOf = (characters: readonly string[]): string[] =>
  characters.slice(1).map((character, index) => `${characters[index]}${character}`);

function piecesOf(word: string): string[] {
  if (!UNSPACED_SCRIPT.test(word)) return [word];
  const characters = [...word];
  return [...characters, ...pairsOf(characters)];
}

const namesOf = ({ name, locales }: CodedRecord): string[] => [
  ...new Set([name, ...Object.values(locales).flatMap((locale) => [locale.name, ...(locale.aliases ?? [])])]),
];

export const hasChineseName = (record: CodedRecord): boolean => namesOf(record).some((name) => HAN.test(name));

/** Returns the values of a record that a search finds as codes. */
function codesOf(record: CodedRecord, schema: BodyName): string[] {
  const paths = [...(upperCase[schema] ?? []), ...(searchedAsCode[schema] ?? [])];
  const values = paths
    .filter((path) => !references[schema]?.[path])
    .flatMap((path) => {
      const [field = '', isList, member = ''] = path.split('/');
      const value = record[field];
      if (!isList) return [value];
      return Array.isArray(value) ? value.map((entry) => (member === '' ? entry : entry?.[member])) : [];
    });
  return values.filter((value) => typeof value === 'string');
}

/** What the words of a search are looked for in. */
interface SearchTexts {
  /** Words and codes, and pinyin and initials from each syllable of a name on: a word finds what starts with it. */
  starts: readonly string[];
  /** Characters and pairs of characters of names in scripts without spaces. */
  pieces: ReadonlySet<string>;
  /** Whole names, in writing, pinyin and initials, to rank what starts with the search higher. */
  wholeNames: readonly string[];
}

function createSearchTexts(record: CodedRecord, schema: BodyName, syllablesOf: Syllables): SearchTexts {
  const codes = codesOf(record, schema).map(splitWords);
  const names = namesOf(record);
  const words = names.map(splitWords);
  const sounds = names.filter((name) => HAN.test(name)).map(syllablesOf);
  const join = (parts: readonly string[]) => parts.join('');
  const initials = (syllables: readonly string[]) => join(syllables.map((syllable) => syllable.slice(0, 1)));
  const pieces = words.flat().flatMap(piecesOf);
  return {
    starts: [
      ...codes.flatMap((parts) => [...parts, join(parts)]),
      ...pieces,
      ...sounds.flatMap((syllables) =>
        syllables.flatMap((_, index) => [join(syllables.slice(index)), initials(syllables.slice(index))]),
      ),
    ],
    pieces: new Set(pieces),
    wholeNames: [...words.map((parts) => parts.join(' ')), ...sounds.flatMap((each) => [join(each), initials(each)])],
  };
}

/** The rank of a record that a search does not find. */
export const NO_MATCH = 4;

/**
 * Returns a function that ranks records as the server does: 0 for an equal code, 1 for a code and 2 for a name that starts with the query
 * in writing, pinyin or initials, 3 for any other match of all words, and `NO_MATCH`. An empty query finds all.
 */
export function createRanking(query: string, schema: BodyName, syllablesOf: Syllables) {
  const code = query.trim().toUpperCase();
  const words = splitWords(query);
  return (record: CodedRecord): number => {
    if (record.code === code) return 0;
    if (code !== '' && record.code.startsWith(code)) return 1;
    const { starts, pieces, wholeNames } = createSearchTexts(record, schema, syllablesOf);
    const isFound = (word: string): boolean => {
      if (!UNSPACED_SCRIPT.test(word)) return starts.some((text) => text.startsWith(word));
      const characters = [...word];
      return (characters.length > 1 ? pairsOf(characters) : characters).every((piece) => pieces.has(piece));
    };
    if (code === '') return 3;
    if (words.length === 0 || !words.every(isFound)) return NO_MATCH;
    return wholeNames.some((name) => name.startsWith(words.join(' '))) ? 2 : 3;
  };
}

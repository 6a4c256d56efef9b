import type { Fields, Locales, MockRecord } from '../data.ts';
import type { Kind } from '../kinds.ts';

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

function codesOf({ fields }: Kind, record: Fields): string[] {
  return fields
    .flatMap(({ name, schema, reference, searchedMembers }) => {
      const value = record[name];
      if (Array.isArray(value)) return value.flatMap((entry: Fields) => searchedMembers.map((member) => entry[member]));
      const isCode = schema['x-case'] === 'upper' || schema['x-search'] !== undefined;
      return isCode && !reference ? [value] : [];
    })
    .filter((value) => typeof value === 'string');
}

/** Returns the name of a record and its names in all languages. */
export function namesOf({ name, locales }: Fields): string[] {
  const translations = Object.values((locales ?? {}) as Locales); // Cast: the contract's form of names by language.
  return [name, ...translations.flatMap((each) => [each.name, ...(each.aliases ?? [])])].filter(
    (text) => typeof text === 'string',
  );
}

/** How well a record matches a text: from 1, the best, to 5; undefined if it does not. */
export function matchRank(kind: Kind, record: MockRecord, text: string): number | undefined {
  const wanted = fold(text.trim());
  const codes = codesOf(kind, record).map(fold);
  const names = [
    ...namesOf(record),
    ...[record.pinyin, record.pinyinInitials].filter((value) => typeof value === 'string'),
  ].map(fold);
  if (codes.includes(wanted) || names.includes(wanted)) return 1;
  if (codes.some((code) => code.startsWith(wanted))) return 2;
  if (names.some((name) => name.startsWith(wanted))) return 3;
  const words = names.flatMap((name) => [...name.split(/\s+/), ...name.split(/[^\p{L}\p{N}]+/u)]);
  const isFound = (word: string) =>
    [...codes, ...words].some((start) => start.startsWith(word)) ||
    (isChinese(word) && names.some((name) => name.includes(word)));
  if (!wanted.split(/\s+/).every(isFound)) return undefined;
  return names.some((name) => name.includes(wanted)) ? 4 : 5;
}

const isChinese = (text: string) => /\p{Script=Han}/u.test(text);

/** Returns the records that match a text, best match first. */
export function searched(kind: Kind, records: MockRecord[], text: string): MockRecord[] {
  return records
    .flatMap((record) => {
      const rank = matchRank(kind, record, text);
      return rank === undefined ? [] : [{ record, rank }];
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ record }) => record);
}

import { pinyin } from 'pinyin-pro';
import type { CityPosition } from '../samples/airports.ts';

/** Search texts that match records near these positions, without repeats. */
export interface SearchTexts {
  words: string[];
  parts: string[];
  chinese: string[];
  initials: string[];
  /** A country with a part of a name. */
  filters: { country: string; name: string }[];
}

const minWordLength = 5;
const partLength = 4;
const startsWithTwoHan = /^\p{Script=Han}{2}/u;

export function toSearchTexts(places: CityPosition[]): SearchTexts {
  const words = places.map(({ name }) => /^[A-Za-z]+/.exec(name)?.[0] ?? '');
  const longWords = places.flatMap(({ country }, index) => {
    const word = words[index] ?? '';
    return word.length < minWordLength ? [] : [{ country, word, part: word.slice(0, partLength).toLowerCase() }];
  });
  const chinese = places.flatMap((place) =>
    place.chinese && startsWithTwoHan.test(place.chinese) ? [place.chinese] : [],
  );
  const filters = new Map(longWords.map(({ country, part }) => [`${country} ${part}`, { country, name: part }]));
  return {
    words: unique(longWords.map(({ word }) => word)),
    parts: unique(longWords.map(({ part }) => part)),
    chinese: unique(chinese.map((name) => [...name].slice(0, 2).join(''))),
    initials: unique(chinese.map(initialsOf)),
    filters: [...filters.values()],
  };
}

const unique = (texts: string[]) => [...new Set(texts)];
const initialsOf = (name: string) =>
  pinyin(name, { pattern: 'first', toneType: 'none', nonZh: 'removed', type: 'array' }).join('');

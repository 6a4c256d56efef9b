import { pinyin } from 'pinyin-pro';
import type { Near } from '../airports.ts';

/** Search texts that match records near these positions, without repeats. */
export interface SearchedTexts {
  words: string[];
  parts: string[];
  chinese: string[];
  initials: string[];
  /** A country with a part of a name. */
  filters: { country: string; name: string }[];
}

const shortest = 5;
const partLength = 4;
const twoHan = /^\p{Script=Han}{2}/u;

export function searchedTexts(places: Near[]): SearchedTexts {
  const words = places.map(({ name }) => /^[A-Za-z]+/.exec(name)?.[0] ?? '');
  const long = places.flatMap(({ country }, at) => {
    const word = words[at] ?? '';
    return word.length < shortest ? [] : [{ country, word, part: word.slice(0, partLength).toLowerCase() }];
  });
  const chinese = places.flatMap((place) => (place.chinese && twoHan.test(place.chinese) ? [place.chinese] : []));
  const filters = new Map(long.map(({ country, part }) => [`${country} ${part}`, { country, name: part }]));
  return {
    words: unique(long.map(({ word }) => word)),
    parts: unique(long.map(({ part }) => part)),
    chinese: unique(chinese.map((name) => [...name].slice(0, 2).join(''))),
    initials: unique(chinese.map(initialsOf)),
    filters: [...filters.values()],
  };
}

const unique = (texts: string[]) => [...new Set(texts)];
const initialsOf = (name: string) =>
  pinyin(name, { pattern: 'first', toneType: 'none', nonZh: 'removed', type: 'array' }).join('');

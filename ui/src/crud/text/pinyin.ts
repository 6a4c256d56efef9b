import { pinyin } from 'pinyin-pro';

const oneHan = /^\p{Script=Han}$/u;

/** Converts a Chinese name to pinyin in lower case, without tones and with ü as v: beijing shoudu guoji jichang. */
export function pinyinOf(name: string): string {
  const syllables = syllablesOf(name);
  const words: string[] = [];
  let at = 0;
  let before = false;
  for (const { segment } of new Intl.Segmenter('zh', { granularity: 'word' }).segment(name)) {
    const length = [...segment].length;
    const word = syllables.slice(at, at + length).join('');
    // place names that are not in the dictionary are split into characters, which are joined again
    const single = oneHan.test(segment);
    if (single && before) words.push((words.pop() ?? '') + word);
    else words.push(word);
    before = single;
    at += length;
  }
  return words
    .map((word) => word.replace(/[^a-z0-9]/g, ''))
    .filter((word) => word !== '')
    .join(' ');
}

/** Returns the pinyin initials of a name: 北京西 → bjx. */
export const initialsOf = (name: string): string =>
  syllablesOf(name)
    .map((syllable) => syllable.replace(/[^a-z0-9]/g, '')[0] ?? '')
    .join('');

/** Returns the syllable of each character, to be grouped by words again. */
const syllablesOf = (name: string): string[] =>
  pinyin(name, { toneType: 'none', type: 'array', v: true, nonZh: 'spaced' }).map((one) => one.toLowerCase());

/** Returns the syllables of the Chinese characters alone, as they are typed to find a name. */
export const typedSyllables = (name: string): string[] =>
  pinyin(name, { toneType: 'none', type: 'array', v: true, nonZh: 'removed' });

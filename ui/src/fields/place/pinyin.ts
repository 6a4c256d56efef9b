import { pinyin } from 'pinyin-pro';

const oneHan = /^\p{Script=Han}$/u;

/** 北京首都国际机场 → beijing shoudu guoji jichang: lower case, no tones, ü as v, a word a word. */
export function pinyinOf(name: string): string {
  const syllables = syllablesOf(name);
  const words: string[] = [];
  let at = 0;
  let before = false;
  for (const { segment } of new Intl.Segmenter('zh', { granularity: 'word' }).segment(name)) {
    const length = [...segment].length;
    const word = syllables.slice(at, at + length).join('');
    // names of places that the dictionary lacks fall into characters: together they are the name
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

/** 北京西 → bjx */
export const initialsOf = (name: string): string =>
  syllablesOf(name)
    .map((syllable) => syllable.replace(/[^a-z0-9]/g, '')[0] ?? '')
    .join('');

/** One per character, so that they can be told apart by words again. */
const syllablesOf = (name: string): string[] =>
  pinyin(name, { toneType: 'none', type: 'array', v: true, nonZh: 'spaced' }).map((one) => one.toLowerCase());

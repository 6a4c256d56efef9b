// Every token carries its sort's prefix: it pads short ones to InnoDB's minimum of three characters and keeps words
// such as “de” from being stop words.
export const code = 'c_';
export const name = 'n_';
export const sound = 'p_';
// a whole name as it is written and as it sounds: what begins so ranks higher
export const start = 's_';
/** Between the words of a whole name. */
export const gap = '_';
/** Characters of a token. */
export const longest = 60;

export const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u;

const beyondAscii = /\P{ASCII}/u;
const accents = /\p{M}+/gu;

const fold = (text: string) =>
  (beyondAscii.test(text) ? text.normalize('NFKD').replaceAll(accents, '') : text).toLowerCase();

/** The words of a text, folded. */
export const words = (text: string) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** A word of a script without spaces by single characters and pairs, any other as it is. */
export function pieces(word: string): string[] {
  if (!unspaced.test(word)) return [word];
  const characters = [...word];
  return [...characters, ...characters.slice(1).map((character, index) => `${characters[index]}${character}`)];
}

// InnoDB’s parser takes what lies beyond the basic plane, such as rare characters of place names, for spaces
const surrogate = /[\ud800-\udbff]/;
const beyondBasic = /[\u{10000}-\u{10ffff}]/gu;

/** A token as the index takes it. */
export const basic = (token: string) =>
  surrogate.test(token)
    ? token.replaceAll(beyondBasic, (character) => `u${character.codePointAt(0)?.toString(16)}`)
    : token;

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const stylesheets = ['late-fonts.css', '../styles/fonts.css']
  .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
  .join('\n');
const ranges = [...stylesheets.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].map(([, first = '', last = first]) => ({
  first: Number.parseInt(first, 16),
  last: Number.parseInt(last, 16),
}));

const hasFont = (character: string) => {
  const code = character.codePointAt(0) ?? 0;
  return ranges.some(({ first, last }) => first <= code && code <= last);
};

const currencySign = (language: string, currency: string) =>
  new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(1)
    .find(({ type }) => type === 'currency')?.value ?? '';

test.each(['zh-CN', 'en', 'ar', 'hy', 'th'])('every currency sign in %s has a font of the console', (language) => {
  const signs = Intl.supportedValuesOf('currency').map((currency) => currencySign(language, currency));
  // Chinese characters use the system's font or the subsets of Noto Sans SC.
  const missing = [...new Set(signs.join(''))].filter(
    (character) => !/\p{Script=Han}/u.test(character) && !hasFont(character),
  );
  expect(missing).toEqual([]);
});

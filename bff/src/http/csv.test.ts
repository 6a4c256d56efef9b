import { expect, test } from 'vitest';
import { escapeFormula, unescapeFormula } from './csv.ts';

const FORMULA_CHARACTERS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

test.each(FORMULA_CHARACTERS)('escapes a text that begins with %j with an apostrophe and unescapes it', (character) => {
  for (const text of [`${character}1+1`, `'${character}1+1`, `''${character}`, character]) {
    expect(escapeFormula(text)).toBe(`'${text}`);
    expect(unescapeFormula(escapeFormula(text))).toBe(text);
  }
});

test.each(['', "'", "'s-Hertogenbosch", '1-2', 'a=b', ' =1', '北京'])('does not change %j', (text) => {
  expect(escapeFormula(text)).toBe(text);
  expect(unescapeFormula(text)).toBe(text);
});

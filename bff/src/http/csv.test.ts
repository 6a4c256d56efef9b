import { expect, test } from 'vitest';
import { escapeFormula, unescapeFormula } from './csv.ts';

const dangerous = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

test.each(dangerous)('what begins with %j gets an apostrophe, which goes again', (sign) => {
  for (const text of [`${sign}1+1`, `'${sign}1+1`, `''${sign}`, sign]) {
    expect(escapeFormula(text)).toBe(`'${text}`);
    expect(unescapeFormula(escapeFormula(text))).toBe(text);
  }
});

test.each(['', "'", "'s-Hertogenbosch", '1-2', 'a=b', ' =1', '北京'])('%j stays as it is, both ways', (text) => {
  expect(escapeFormula(text)).toBe(text);
  expect(unescapeFormula(text)).toBe(text);
});

import { expect, test } from 'vitest';
import { guarded, unguarded } from './formula.ts';

const dangerous = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

test.each(dangerous)('what begins with %j gets an apostrophe, which goes again', (sign) => {
  for (const text of [`${sign}1+1`, `'${sign}1+1`, `''${sign}`, sign]) {
    expect(guarded(text)).toBe(`'${text}`);
    expect(unguarded(guarded(text))).toBe(text);
  }
});

test.each(['', "'", "'s-Hertogenbosch", '1-2', 'a=b', ' =1', '北京'])('%j stays as it is, both ways', (text) => {
  expect(guarded(text)).toBe(text);
  expect(unguarded(text)).toBe(text);
});

import { expect, test } from 'vitest';
import { parseTsv } from './tsv.ts';

const parse = (text: string) => parseTsv('places.tsv', text, ['code', 'name'], ['note']);

test('empty values are null, also at the end of the last line', () => {
  expect(parse('code\tname\tnote\nA\tAlpha\tfirst\nB\tBeta\t\n')).toEqual([
    { code: 'A', name: 'Alpha', note: 'first' },
    { code: 'B', name: 'Beta', note: null },
  ]);
});

test('errors name the file, and the line with the wrong length or the missing value', () => {
  expect(() => parse('code\tname\n')).toThrow('places.tsv has the columns code, name instead of code, name, note.');
  expect(() => parse('code\tname\tnote\nA\tAlpha\n')).toThrow('places.tsv, line 2: 2 values in 3 columns.');
  expect(() => parse('code\tname\tnote\nA\tAlpha\t\nB\t\t\n')).toThrow('places.tsv, line 3: no name.');
});

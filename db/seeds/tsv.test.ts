import { expect, test } from 'vitest';
import { parseTsv } from './tsv.ts';

const parse = (text: string) => parseTsv('places.tsv', text, ['code', 'name'], ['note']);

test('what is empty is null, at the end of the last line too', () => {
  expect(parse('code\tname\tnote\nA\tAlpha\tfirst\nB\tBeta\t\n')).toEqual([
    { code: 'A', name: 'Alpha', note: 'first' },
    { code: 'B', name: 'Beta', note: null },
  ]);
});

test('a file of other columns, a line of another length and a gap are told by their place', () => {
  expect(() => parse('code\tname\n')).toThrow('places.tsv has the columns code, name instead of code, name, note.');
  expect(() => parse('code\tname\tnote\nA\tAlpha\n')).toThrow('places.tsv, line 2: 2 values in 3 columns.');
  expect(() => parse('code\tname\tnote\nA\tAlpha\t\nB\t\t\n')).toThrow('places.tsv, line 3: no name.');
});

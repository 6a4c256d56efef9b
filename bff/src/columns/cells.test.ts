import { expect, test } from 'vitest';
import { measureGrowthByDoubling } from '../../test/kit/growth.ts';
import { joinTexts, splitTexts } from './cells.ts';

test.each([
  [['A', 'B'], 'A;B'],
  [['北京; 首都', 'a\\b'], '北京\\; 首都;a\\\\b'],
  [['ends\\', 'B'], 'ends\\\\;B'],
  [['\\;', ';'], '\\\\\\;;\\;'],
  [['["A"]'], '["[\\"A\\"]"]'],
  [['[Foo', 'B'], '["[Foo","B"]'],
  [[], ''],
])('joins %j into %s and splits it again', (texts, text) => {
  expect(joinTexts(texts)).toBe(text);
  expect(splitTexts(text)).toEqual(texts);
});

test('ignores spaces and empty parts between semicolons', () => {
  expect(splitTexts(' A ;; B;')).toEqual(['A', 'B']);
});

test('parses a JSON list, but takes a text that only begins like one as text', () => {
  expect(splitTexts('["A", "B;C", 1]')).toEqual(['A', 'B;C', 1]);
  expect(splitTexts('[Foo; Bar')).toEqual(['[Foo', 'Bar']);
});

test.each([';', '\\', '\\;', 'a\\'])('splits twice as many %j in at most 2.5 times the time', async (part) => {
  const run = async (size: number) => {
    splitTexts(part.repeat(size / part.length));
  };
  expect(await measureGrowthByDoubling(32 * 1024, run, 2.5, 3)).toBeLessThan(2.5);
});

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
])('%j stands as %s, and comes back', (texts, text) => {
  expect(joinTexts(texts)).toBe(text);
  expect(splitTexts(text)).toEqual(texts);
});

test('spaces and what is empty between semicolons say nothing', () => {
  expect(splitTexts(' A ;; B;')).toEqual(['A', 'B']);
});

test('a list in JSON is taken as it is, what only begins like one as a text', () => {
  expect(splitTexts('["A", "B;C", 1]')).toEqual(['A', 'B;C', 1]);
  expect(splitTexts('[Foo; Bar')).toEqual(['[Foo', 'Bar']);
});

test.each([';', '\\', '\\;', 'a\\'])('twice as many %j take at most two and a half times as long', async (part) => {
  const run = async (size: number) => {
    splitTexts(part.repeat(size / part.length));
  };
  expect(await measureGrowthByDoubling(32 * 1024, run, 2.5, 3)).toBeLessThan(2.5);
});

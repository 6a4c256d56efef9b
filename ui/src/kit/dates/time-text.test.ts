import { expect, test } from 'vitest';
import { hourTexts, minuteTexts, readTime } from './time-text.ts';

test.each([
  ['05:40', '05:40'],
  ['5:40', '05:40'],
  ['0540', '05:40'],
  ['5时40分', '05:40'],
  ['5:', '05:00'],
  ['23', '23:00'],
  ['24:00', null],
  ['12:60', null],
  ['noon', null],
  ['', null],
])('%s is read as %s', (text, time) => expect(readTime(text)).toBe(time));

test('the columns hold what is set', () => {
  expect(hourTexts).toHaveLength(24);
  expect(hourTexts[7]).toBe('07');
  expect(minuteTexts('40')).toHaveLength(12);
  expect(minuteTexts(undefined)).toHaveLength(12);
  expect(minuteTexts('42').slice(8, 11)).toEqual(['40', '42', '45']);
});

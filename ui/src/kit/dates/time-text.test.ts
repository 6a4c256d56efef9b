import { expect, test } from 'vitest';
import { HOUR_OPTIONS, minuteOptions, parseTimeText } from './time-text.ts';

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
])('parses "%s" as %s', (text, time) => expect(parseTimeText(text)).toBe(time));

test('the minute options include the selected minute', () => {
  expect(HOUR_OPTIONS).toHaveLength(24);
  expect(HOUR_OPTIONS[7]).toBe('07');
  expect(minuteOptions('40')).toHaveLength(12);
  expect(minuteOptions(undefined)).toHaveLength(12);
  expect(minuteOptions('42').slice(8, 11)).toEqual(['40', '42', '45']);
});

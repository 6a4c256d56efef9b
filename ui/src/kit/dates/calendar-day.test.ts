import { expect, test } from 'vitest';
import { parseDay, parseDayText } from './calendar-day.ts';

test.each([
  ['2026-03-01', '2026-03-01'],
  ['2026-3-1', '2026-03-01'],
  [' 2026/3/01 ', '2026-03-01'],
  ['2026.12.31', '2026-12-31'],
  ['2026年3月1日', '2026-03-01'],
  ['2026 年 3 月 1 日', '2026-03-01'],
  ['20260301', '2026-03-01'],
  ['2026-02-30', null],
  ['2026-13-01', null],
  ['01/03/2026', null],
  ['2026-03', null],
  ['', null],
])('parses "%s" as %s', (text, day) => expect(parseDayText(text)).toBe(day));

test('returns null for an invalid date', () => {
  expect(parseDay('2026-03-01')?.toString()).toBe('2026-03-01');
  expect(parseDay('soon')).toBeNull();
  expect(parseDay(null)).toBeNull();
});

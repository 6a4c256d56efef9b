import { expect, test } from 'vitest';
import { parseDay, readDay } from './calendar-day.ts';

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
])('%s is read as %s', (text, day) => expect(readDay(text)).toBe(day));

test('what is no date is none', () => {
  expect(parseDay('2026-03-01')?.toString()).toBe('2026-03-01');
  expect(parseDay('soon')).toBeNull();
  expect(parseDay(null)).toBeNull();
});

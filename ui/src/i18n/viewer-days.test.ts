import { expect, it } from 'vitest';
import { parseDayRange, toCalendarDay, toTimeRange } from './viewer-days.ts';

it.each([
  '2026-02-29',
  '2026-04-31',
  '2026-13-01',
  '0000-01-01',
  '0099-01-01',
  '0999-12-31',
  '26-01-01',
  '',
])('%j is no day', (text) => {
  expect(toCalendarDay(text)).toBeUndefined();
  expect(parseDayRange(`${text}..2026-03-01`)).toEqual({ to: '2026-03-01' });
  expect(toTimeRange({ from: text })).toEqual({});
});

it('a range of days is one of times from the first midnight to that after the last', () => {
  const { from, to } = toTimeRange({ from: '1000-01-01', to: '2026-02-28' });
  expect(from).toBe(new Date(1000, 0, 1).toISOString());
  expect(to).toBe(new Date(2026, 2, 1).toISOString());
});

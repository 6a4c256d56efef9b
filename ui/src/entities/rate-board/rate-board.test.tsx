import { expect, it } from 'vitest';
import { rateBoard } from './rate-board.tsx';

const point = { quotedAt: '2026-11-26T08:00:00Z', value: '7.1' };

it.each([
  [[], true],
  [[point], true],
  [[point, point], false],
])('shows the column of trends if a row has two points: %j', (trend, isEmpty) => {
  const column = rateBoard.columns.find(({ id }) => id === 'trend');
  // the cast: the column reads nothing but the trend
  const row = { trend } as unknown as Parameters<NonNullable<NonNullable<typeof column>['isEmpty']>>[0];
  expect(column?.isEmpty?.(row)).toBe(isEmpty);
});

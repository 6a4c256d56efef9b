import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts } from '#i18n/i18n.ts';
import { formatCount, formatLag, formatLagWithUnits } from './lag-format.ts';

// Loading texts sets the language of the document.
vi.hoisted(() => vi.stubGlobal('document', { documentElement: {} }));

beforeAll(() => loadTexts('sync'));

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

it('formats a lag in compact form', () => {
  const lags = [
    0,
    40,
    800,
    9949,
    9999,
    10_000,
    42 * SECOND_MS,
    4 * MINUTE_MS + 12 * SECOND_MS,
    2 * HOUR_MS + 5 * MINUTE_MS + 9 * SECOND_MS,
  ];
  expect(lags.map(formatLag)).toEqual([
    ...['0 s', '0.1 s', '0.8 s', '9.9 s', '9.9 s', '10 s', '42 s', '4:12', '2:05:09'],
  ]);
  expect(formatLag(75 * HOUR_MS)).toBe('3 天 3 小时');
});

it('formats a lag with units', () => {
  const lags = [800, 42 * SECOND_MS, 4 * MINUTE_MS + 12 * SECOND_MS, 2 * HOUR_MS + 5 * MINUTE_MS, 75 * HOUR_MS];
  expect(lags.map(formatLagWithUnits)).toEqual(['0.8 s', '42 s', '4 分 12 秒', '2 小时 5 分', '3 天 3 小时']);
});

it('abbreviates large counts without rounding them up', () => {
  expect([0, 847, 99_999, 100_000, 999_999, 1_299_999].map(formatCount)).toEqual([
    '0',
    '847',
    '99,999',
    '100k',
    '999k',
    '1.2M',
  ]);
});

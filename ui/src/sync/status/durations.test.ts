import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts } from '#i18n/i18n.ts';
import { longLag, shortCount, shortLag } from './durations.ts';

// the texts write their language on the page
vi.hoisted(() => vi.stubGlobal('document', { documentElement: {} }));

beforeAll(() => loadTexts('sync'));

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

it('says a lag as short as it stays clear', () => {
  const said = [0, 40, 800, 9949, 9950, 42 * second, 4 * minute + 12 * second, 2 * hour + 5 * minute + 9 * second];
  expect(said.map(shortLag)).toEqual(['0 s', '0.0 s', '0.8 s', '9.9 s', '9 s', '42 s', '4:12', '2:05:09']);
  expect(shortLag(75 * hour)).toBe('3 天 3 小时');
});

it('says it with its units where there is room', () => {
  const said = [800, 42 * second, 4 * minute + 12 * second, 2 * hour + 5 * minute, 75 * hour];
  expect(said.map(longLag)).toEqual(['0.8 s', '42 s', '4 分 12 秒', '2 小时 5 分', '3 天 3 小时']);
});

it('cuts large counts down, and never rounds them up', () => {
  expect([0, 847, 99_999, 100_000, 999_999, 1_299_999].map(shortCount)).toEqual([
    '0',
    '847',
    '99,999',
    '100k',
    '999k',
    '1.2M',
  ]);
});

import { describe, expect, it } from 'vitest';
import { hundredfold, isJump, jumpOf, leadingAmount, percentText, previousRateOf, type RateItem } from './rate.ts';

const rate = (part: Partial<RateItem>): RateItem => ({
  id: 1,
  base: 'USD',
  quote: 'CNY',
  source: 'ECB',
  quotedAt: '2026-04-13T14:00:00.000Z',
  unit: 1,
  buy: null,
  sell: null,
  cashBuy: null,
  cashSell: null,
  middle: null,
  status: 'active',
  version: 1,
  createTime: '',
  updateTime: '',
  createdBy: '',
  updatedBy: '',
  warnings: [],
  previous: null,
  change: null,
  trend: [],
  ...part,
});

it('uses the first amount present', () => {
  expect(leadingAmount({ buy: '7.1', sell: '7.2', middle: null })).toBe('sell');
  expect(leadingAmount({ middle: '' })).toBeUndefined();
});

it.each([
  ['+5.00', false],
  ['+5.01', true],
  ['-5.01', true],
  ['-0.20', false],
  [null, false],
])('a change of %s percent is a jump: %s', (change, jump) => expect(isJump(change)).toBe(jump));

it.each([
  ['0.0712', '7.12'],
  ['7', '700'],
  ['7.123456789', '712.3456789'],
  ['0.00071', '0.071'],
  ['x', null],
])('a hundred times %s is %s', (text, product) => expect(hundredfold(text)).toBe(product));

describe('an amount compared with the previous rate', () => {
  const before = { unit: 1, amounts: { middle: '7.1352', buy: '7.12' } };

  it('is compared with the same amount, else with the first one present', () => {
    expect(jumpOf('buy', '7.9', 1, before)).toEqual({ previous: '7.12', change: '+10.96' });
    expect(jumpOf('sell', '6.5', 1, before)).toEqual({ previous: '7.1352', change: '-8.90' });
  });

  it('is no jump after a small change', () => expect(jumpOf('middle', '7.2', 1, before)).toBeNull());

  it('is converted to the same unit', () => {
    expect(jumpOf('middle', '713.52', 100, before)).toBeNull();
    expect(jumpOf('middle', '7.1352', 100, before)).toEqual({ previous: '713.52', change: '-99.00' });
    expect(jumpOf('middle', '4.8', 1, { unit: 100, amounts: { middle: '4.81' } })?.change).toMatch(/^\+/);
  });

  it('is no jump if an amount is missing', () => {
    expect(jumpOf('middle', '', 1, before)).toBeNull();
    expect(jumpOf('middle', '7,x', 1, before)).toBeNull();
    expect(jumpOf('middle', '7.1', 1, null)).toBeNull();
    expect(jumpOf('middle', '7.1', 1, { unit: 1, amounts: {} })).toBeNull();
  });
});

describe('the previous rate', () => {
  const at = (day: number) => `2026-04-${day}T14:00:00.000Z`;
  const items = [
    rate({ id: 9, status: 'pending', quotedAt: at(15), middle: '9' }),
    rate({ id: 3, quotedAt: at(14), middle: '7.2' }),
    rate({ id: 2, quotedAt: at(12), unit: 100, middle: '710' }),
  ];

  it('is the newest active rate posted earlier', () => {
    expect(previousRateOf(items, at(16))).toMatchObject({ unit: 1, amounts: { middle: '7.2' } });
    expect(previousRateOf(items, at(13))).toMatchObject({ unit: 100, amounts: { middle: '710' } });
  });

  it('is never the rate being edited', () => {
    expect(previousRateOf(items, at(14))).toMatchObject({ amounts: { middle: '710' } });
    expect(previousRateOf(items, at(12))).toBeNull();
  });

  it('is null without a time', () => expect(previousRateOf(items, null)).toBeNull());
});

it('formats a percentage', () => expect(percentText('-0.35')).toBe('−0.35 %'));

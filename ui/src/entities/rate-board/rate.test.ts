import { describe, expect, it } from 'vitest';
import { inUnit, isJump, jumpOf, leadingAmount, percentText } from './rate.ts';

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
])('%s for 1 is %s for 100, and the other way round', (forOne, forHundred) => {
  expect(inUnit(forOne, 1, 100)).toBe(forHundred);
  expect(inUnit(forHundred, 100, 1)).toBe(forOne);
  expect(inUnit(forOne, 1, 1)).toBe(forOne);
});

it('what is no number has no amount in another unit', () => expect(inUnit('x', 1, 100)).toBeNull());

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
    const forHundred = { unit: 100, amounts: { middle: '4.81' } };
    expect(jumpOf('middle', '0.06', 1, forHundred)).toEqual({ previous: '0.0481', change: '+24.74' });
    expect(jumpOf('middle', '0.0482', 1, forHundred)).toBeNull();
  });

  it('is no jump if an amount is missing', () => {
    expect(jumpOf('middle', '', 1, before)).toBeNull();
    expect(jumpOf('middle', '7,x', 1, before)).toBeNull();
    expect(jumpOf('middle', '7.1', 1, null)).toBeNull();
    expect(jumpOf('middle', '7.1', 1, { unit: 1, amounts: {} })).toBeNull();
  });
});

it('formats a percentage', () => expect(percentText('-0.35')).toBe('−0.35 %'));

import { describe, expect, it } from 'vitest';
import { inUnit, isJump, jumpOf, percentText } from './rate.ts';

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

describe('an amount compared with earlier rates', () => {
  const rates = [
    { unit: 1, middle: '7.1352', buy: '7.12', sell: null },
    { unit: 1, middle: '6', buy: '6', sell: '7.15' },
  ];

  it('is compared with the same amount of the last rate that has it, and never with another amount', () => {
    expect(jumpOf('buy', '7.9', 1, rates)).toEqual({ previous: '7.12', change: '+10.96' });
    expect(jumpOf('sell', '6.5', 1, rates)).toEqual({ previous: '7.15', change: '-9.09' });
    expect(jumpOf('cashBuy', '1', 1, rates)).toBeNull();
  });

  it('is no jump after a small change', () => expect(jumpOf('middle', '7.2', 1, rates)).toBeNull());

  it('is converted to the same unit', () => {
    expect(jumpOf('middle', '713.52', 100, rates)).toBeNull();
    expect(jumpOf('middle', '7.1352', 100, rates)).toEqual({ previous: '713.52', change: '-99.00' });
    const forHundred = [{ unit: 100, middle: '4.81' }];
    expect(jumpOf('middle', '0.06', 1, forHundred)).toEqual({ previous: '0.0481', change: '+24.74' });
    expect(jumpOf('middle', '0.0482', 1, forHundred)).toBeNull();
  });

  it('is no jump if an amount is missing', () => {
    expect(jumpOf('middle', '', 1, rates)).toBeNull();
    expect(jumpOf('middle', '7,x', 1, rates)).toBeNull();
    expect(jumpOf('middle', '7.1', 1, [])).toBeNull();
    expect(jumpOf('middle', '7.1', 1, [{ unit: 1 }])).toBeNull();
  });
});

it('formats a percentage', () => expect(percentText('-0.35')).toBe('−0.35 %'));

import { describe, expect, test } from 'vitest';
import { compareDecimals, normaliseDecimal, percentChange } from './decimal.ts';

test.each([
  ['007.10', '7.1'],
  ['7.1352000000', '7.1352'],
  ['100', '100'],
  ['100.000', '100'],
  ['0.5', '0.5'],
  ['00.05', '0.05'],
  ['0', '0'],
  ['9007199254740993.0000000001', '9007199254740993.0000000001'],
])('normalises %s to %s', (text, normalised) => {
  expect(normaliseDecimal(text)).toBe(normalised);
  expect(normaliseDecimal(normalised)).toBe(normalised);
});

test.each([
  ['9', '10', -1],
  ['0.1', '0.09', 1],
  ['1.10', '1.1', 0],
  ['1', '1.0000000001', -1],
  ['9007199254740993', '9007199254740992', 1],
])('compares %s with %s as %i', (a, b, sign) => {
  expect(compareDecimals(a, b)).toBe(sign);
  expect(compareDecimals(b, a)).toBe(sign === 0 ? 0 : -sign);
});

describe('percentChange', () => {
  test.each([
    ['1.2', '1.257', '+4.75'],
    ['7.1', '7.1', '0.00'],
    ['10', '9', '-10.00'],
    ['0.0000000001', '0.0000000003', '+200.00'],
    ['3', '1', '-66.67'],
    // halves are rounded to the even hundredth
    ['1', '1.00005', '0.00'],
    ['1', '1.00015', '+0.02'],
    ['1', '1.00025', '+0.02'],
    ['1', '0.99995', '0.00'],
    ['1', '0.99985', '-0.02'],
    ['1', '1.000051', '+0.01'],
    ['0.3', '0.30003', '+0.01'],
  ])('of %s to %s is %s', (before, now, change) => {
    expect(percentChange(before, now)).toBe(change);
  });
});

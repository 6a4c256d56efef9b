import { describe, expect, test } from 'vitest';
import { compareDecimals, groupDigits, normaliseDecimal, relativeChange } from './decimal.ts';

describe('normaliseDecimal', () => {
  test.each([
    ['07.10', '7.1'],
    ['7', '7'],
    ['+7.50', '7.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['000', '0'],
    ['-0.00', '0'],
    ['-00.50', '-0.5'],
    ['−3', '-3'],
    ['１２.５', '12.5'],
    ['１２．５', '12.5'],
    ['12。5', '12.5'],
    [' 12.5 ', '12.5'],
    ['1,234.50', '1234.5'],
    ['1，234．50', '1234.5'],
    ['1,234,567', '1234567'],
    ['-1,234,567.8', '-1234567.8'],
    ['1 234', '1234'],
    ['1 234 567.25', '1234567.25'],
    ["1'234.5", '1234.5'],
    ['123456789012345678901234567890.1234567890', '123456789012345678901234567890.123456789'],
  ])('normalises "%s" to %s', (typed, exact) => expect(normaliseDecimal(typed)).toBe(exact));

  test.each([
    '',
    ' ',
    '.',
    '-',
    '+.',
    'abc',
    '1e3',
    '1.2.3',
    '--1',
    '0x10',
    'Infinity',
    '五',
  ])('returns null for "%s"', (typed) => expect(normaliseDecimal(typed)).toBeNull());
  test.each([
    '1,234',
    '12,5',
    '1,23.4',
    '12,34,567',
    '1234,567.8',
    '1.234,56',
    '1 23',
    '1 234,567',
  ])('returns null for the ambiguous "%s"', (typed) => expect(normaliseDecimal(typed)).toBeNull());
});

describe('compareDecimals', () => {
  test.each([
    ['7.1', '7.10', 0],
    ['7.1', '7.09', 1],
    ['-7.1', '-7.09', -1],
    ['-0.5', '0', -1],
    ['0.1', '0.10000000000000000000001', -1],
    ['90071992547409920000001', '90071992547409920000002', -1],
    ['10', '9.999', 1],
    ['x', '1', null],
    ['1', '', null],
  ])('compares %s with %s', (a, b, order) => expect(compareDecimals(a, b)).toBe(order));
});

describe('relativeChange', () => {
  test.each([
    ['100', '100.35', '+0.35'],
    ['7.1234', '7.1234', '0.00'],
    ['200', '197.6', '-1.20'],
    ['1', '1000', '+99900.00'],
    ['0.1', '0.3', '+200.00'],
    ['-4', '-2', '+50.00'],
    ['3', '4', '+33.33'],
    ['3', '5', '+66.67'],
    // halves are rounded to the even hundredth
    ['10000', '10000.5', '0.00'],
    ['10000', '10001.5', '+0.02'],
    ['10000', '10002.5', '+0.02'],
    ['10000', '9998.5', '-0.02'],
    ['10000', '9997.5', '-0.02'],
    ['0', '1', null],
    ['0.00', '1', null],
    ['1', '?', null],
  ])('from %s to %s is %s', (before, after, change) => expect(relativeChange(before, after)).toBe(change));
});

describe('groupDigits', () => {
  test.each([
    ['0.00001234', '0.00001234'],
    ['999', '999'],
    ['1740.86', '1,740.86'],
    ['-1234567.8901', '-1,234,567.8901'],
  ])('groups %s as %s', (text, grouped) => expect(groupDigits(text)).toBe(grouped));
});

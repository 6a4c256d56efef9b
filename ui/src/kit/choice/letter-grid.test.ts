import { expect, test } from 'vitest';
import { findLetterByKey, toggleLetter } from './letter-grid.tsx';

test.each([
  ['A', 'ArrowRight', 'B'],
  ['M', 'ArrowRight', 'N'],
  ['A', 'ArrowDown', 'N'],
  ['N', 'ArrowUp', 'A'],
  ['P', 'Home', 'N'],
  ['C', 'End', 'M'],
  ['A', 'ArrowLeft', undefined],
  ['A', 'ArrowUp', undefined],
  ['Z', 'ArrowRight', undefined],
  ['N', 'ArrowDown', undefined],
  ['A', 'Tab', undefined],
])('from %s, %s moves to %s', (from, key, to) => expect(findLetterByKey(from, key, 13)).toBe(to));

test('in fewer columns, keys move by the rows that are shown', () => {
  expect(findLetterByKey('A', 'ArrowDown', 8)).toBe('I');
  expect(findLetterByKey('I', 'ArrowUp', 8)).toBe('A');
  expect(findLetterByKey('J', 'Home', 8)).toBe('I');
  expect(findLetterByKey('Y', 'End', 8)).toBe('Z');
});

test('toggling adds a letter in alphabetical order or removes it', () => {
  expect(toggleLetter(['Y', 'F'], 'J')).toEqual(['F', 'J', 'Y']);
  expect(toggleLetter(['F', 'J', 'Y'], 'J')).toEqual(['F', 'Y']);
  expect(toggleLetter([], 'A')).toEqual(['A']);
});

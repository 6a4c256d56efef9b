import { expect, test } from 'vitest';
import { stepTo, toggleLetter } from './letter-grid-keys.ts';

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
])('from %s by %s', (from, key, to) => expect(stepTo(from, key)).toBe(to));

test('a letter comes in its place and goes again', () => {
  expect(toggleLetter(['Y', 'F'], 'J')).toEqual(['F', 'J', 'Y']);
  expect(toggleLetter(['F', 'J', 'Y'], 'J')).toEqual(['F', 'Y']);
  expect(toggleLetter([], 'A')).toEqual(['A']);
});

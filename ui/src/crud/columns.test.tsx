import { expect, it } from 'vitest';
import { codeWidth } from './columns.tsx';

it.each([
  [2, 62],
  [3, 62],
  [5, 66],
  [8, 89],
  [12, 119],
  [40, 119],
])('returns a width for codes of up to %d characters of %d pixels', (maxLength, width) => {
  expect(codeWidth(maxLength)).toBe(width);
});

import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DiffText } from './diff-text.tsx';

it.each([
  ['Economy Saver', 'Economy', []],
  ['Sample agreement: China Southern 2025', 'Renamed agreement', ['Renamed']],
  ['Beijing Capital International Airport', 'Beijing Capital Intl (renamed)', ['Intl', '(renamed)']],
  ['ZBAD', 'ZBDX', ['ZBDX']],
])('shows after “%s” nothing but “%s”, and marks what is new', (base, value, added) => {
  const { container } = render(<DiffText base={base} value={value} />);
  expect(container.textContent).toBe(value);
  expect([...container.querySelectorAll('ins')].map(({ textContent }) => textContent)).toEqual(added);
});

import { expect, it } from 'vitest';
import { validityOf } from './validity.ts';

const now = Date.parse('2026-11-21T23:59:00Z');

it.each([
  ['2026-11-22', '2027-11-21', 'upcoming'],
  ['2026-11-21', '2027-11-21', 'running'],
  ['2026-01-01', '2026-12-22', 'running'],
  ['2026-01-01', '2026-12-21', 'ending'],
  ['2026-01-01', '2026-11-21', 'ending'],
  ['2026-01-01', '2026-11-20', 'expired'],
  [null, '2026-11-20', 'expired'],
  ['2026-01-01', null, 'running'],
  [null, null, 'running'],
])('from %s to %s an agreement is %s', (from, to, validity) => {
  expect(validityOf(from, to, now)).toBe(validity);
});

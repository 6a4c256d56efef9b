import { afterEach, expect, it } from 'vitest';
import { validityOf } from './protocol.tsx';

let zone: string | undefined;
const setZone = (name: string) => {
  zone ??= process.env.TZ ?? '';
  process.env.TZ = name;
};
afterEach(() => {
  if (zone === '') delete process.env.TZ;
  else if (zone !== undefined) process.env.TZ = zone;
  zone = undefined;
});

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
  setZone('Asia/Shanghai');
  expect(validityOf(from, to, new Date('2026-11-20T16:01:00Z'))).toBe(validity);
  setZone('America/New_York');
  expect(validityOf(from, to, new Date('2026-11-22T04:59:00Z'))).toBe(validity);
});

it('counts thirty calendar days, also across a clock change', () => {
  setZone('Europe/Berlin');
  const now = new Date('2026-10-01T22:30:00Z');
  expect(['2026-10-31', '2026-11-01', '2026-11-02'].map((to) => validityOf(null, to, now))).toEqual([
    'ending',
    'ending',
    'running',
  ]);
});

import { expect, it } from 'vitest';
import { groupReferringRecords } from './reference-groups.ts';

it('returns the total and the listed records of every entity', () => {
  const fra = { entity: 'city' as const, id: 1, code: 'FRA', name: 'Frankfurt' };
  const muc = { ...fra, id: 2, code: 'MUC' };
  expect(groupReferringRecords({ total: 6, totals: { city: 4, airport: 2 }, items: [fra, muc] })).toEqual([
    { entity: 'city', total: 4, items: [fra, muc] },
    { entity: 'airport', total: 2, items: [] },
  ]);
});

import { expect, it } from 'vitest';
import { groupReferences } from './reference-groups.ts';

it('tells of every kind how many there are, listed or not', () => {
  const fra = { entity: 'city' as const, id: 1, code: 'FRA', name: 'Frankfurt' };
  const muc = { ...fra, id: 2, code: 'MUC' };
  expect(groupReferences({ total: 6, totals: { city: 4, airport: 2 }, items: [fra, muc] })).toEqual([
    { kind: 'city', total: 4, items: [fra, muc] },
    { kind: 'airport', total: 2, items: [] },
  ]);
});

import { expect, it } from 'vitest';
import { findCodeChanges, replaceChangedCodes } from './merge.ts';

const station = (city: string, airport: string) => ({
  name: 'BJS',
  city,
  airports: [
    { airport, distance: 3 },
    { airport: 'PKX', distance: 40 },
  ],
});
const changes = findCodeChanges(station('BJS', 'PEK'), station('BJZ', 'PEQ'));

it('finds changed codes, also in lists', () => {
  expect(changes).toEqual([
    { field: 'city', from: 'BJS', to: 'BJZ' },
    { field: 'airports', from: 'PEK', to: 'PEQ' },
  ]);
});

it('replaces changed codes only in the fields that they belong to', () => {
  const values = { name: 'BJS', city: 'SHA', airports: [{ airport: 'PVG' }, { airport: 'PEK', distance: 5 }] };
  expect(replaceChangedCodes(values, changes)).toEqual({
    name: 'BJS',
    city: 'SHA',
    airports: [{ airport: 'PVG' }, { airport: 'PEQ', distance: 5 }],
  });
});

it('follows a code that has changed twice', () => {
  const laterChanges = [...changes, { field: 'city', from: 'BJZ', to: 'BJY' }];
  expect(replaceChangedCodes({ city: 'BJS' }, laterChanges)).toEqual({ city: 'BJY' });
});

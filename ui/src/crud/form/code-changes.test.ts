import { expect, it } from 'vitest';
import { codeChangesOf, withTodaysCodes } from './merge.ts';

const station = (city: string, airport: string) => ({
  name: 'BJS',
  city,
  airports: [
    { airport, distance: 3 },
    { airport: 'PKX', distance: 40 },
  ],
});
const changes = codeChangesOf(station('BJS', 'PEK'), station('BJZ', 'PEQ'));

it('reads which codes have become others, in lists too', () => {
  expect(changes).toEqual([
    { field: 'city', from: 'BJS', to: 'BJZ' },
    { field: 'airports', from: 'PEK', to: 'PEQ' },
  ]);
});

it('puts them in wherever somebody has moved them, and nowhere else', () => {
  const typed = { name: 'BJS', city: 'SHA', airports: [{ airport: 'PVG' }, { airport: 'PEK', distance: 5 }] };
  expect(withTodaysCodes(typed, changes)).toEqual({
    ...{ name: 'BJS', city: 'SHA' },
    airports: [{ airport: 'PVG' }, { airport: 'PEQ', distance: 5 }],
  });
});

it('follows a code that became another twice', () => {
  const again = [...changes, { field: 'city', from: 'BJZ', to: 'BJY' }];
  expect(withTodaysCodes({ city: 'BJS' }, again)).toEqual({ city: 'BJY' });
});

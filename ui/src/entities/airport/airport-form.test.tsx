import { expect, it } from 'vitest';
import { otherAirports } from './airport-form.tsx';

const pek = { id: 1, code: 'PEK', name: 'Beijing Capital', latitude: 40.08, longitude: 116.58 };
const pkx = { id: 2, code: 'PKX', name: 'Beijing Daxing', latitude: 39.5, longitude: 116.41 };
const nowhere = { id: 3, code: 'NAY', name: 'Beijing Nanyuan', latitude: null, longitude: null };

it('returns the other airports with coordinates, without the airport itself', () => {
  expect(otherAirports([pek, pkx, nowhere], 2).map(({ code }) => code)).toEqual(['PEK']);
});

it('returns all airports for a new one', () => {
  expect(otherAirports([pek, pkx], undefined).map(({ code }) => code)).toEqual(['PEK', 'PKX']);
});

import { expect, it } from 'vitest';
import { isOutside } from './country-outline.ts';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });

it.each([
  ['Daxing', 'CN', at(39.501289, 116.413967)],
  ['an airport on reclaimed land', 'JP', at(34.4347, 135.244)],
  ['Réunion, drawn with France', 'RE', at(-20.89, 55.51)],
  ['Svalbard, drawn with Norway', 'SJ', at(78.246, 15.4656)],
  ['Pristina', 'XK', at(42.5728, 21.0358)],
  ['Hargeisa', 'SO', at(9.518, 44.0888)],
  ['an island beyond the date line', 'FJ', at(-16.69, -179.87)],
  ['the South Pole', 'AQ', at(-90, 0)],
])('takes %s for inside', async (_place, country, point) => expect(await isOutside(country, point)).toBe(false));

it.each([
  ['exchanged coordinates', 'CN', at(31.1, -121.8)],
  ['Tokyo', 'CN', at(35.55, 139.78)],
  ['a place 100 km off the coast', 'PT', at(38.7, -10.8)],
])('finds %s outside', async (_place, country, point) => expect(await isOutside(country, point)).toBe(true));

it('has no opinion on a country without an outline', async () => {
  expect(await isOutside('TK', at(-9, -172))).toBeUndefined();
  expect(await isOutside('ZZ', at(0, 0))).toBeUndefined();
});

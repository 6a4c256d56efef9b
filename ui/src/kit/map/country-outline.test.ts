import { expect, it } from 'vitest';
import { isOutside } from './country-outline.ts';

const coordinates = (latitude: number, longitude: number) => ({ latitude, longitude });

it.each([
  ['Daxing', 'CN', coordinates(39.501289, 116.413967)],
  ['an airport on reclaimed land', 'JP', coordinates(34.4347, 135.244)],
  ['Réunion, drawn with France', 'RE', coordinates(-20.89, 55.51)],
  ['Svalbard, drawn with Norway', 'SJ', coordinates(78.246, 15.4656)],
  ['Pristina', 'XK', coordinates(42.5728, 21.0358)],
  ['Hargeisa', 'SO', coordinates(9.518, 44.0888)],
  ['an island beyond the date line', 'FJ', coordinates(-16.69, -179.87)],
  ['the South Pole', 'AQ', coordinates(-90, 0)],
])('finds %s inside', async (_place, country, point) => expect(await isOutside(country, point)).toBe(false));

it.each([
  ['exchanged coordinates', 'CN', coordinates(31.1, -121.8)],
  ['Tokyo', 'CN', coordinates(35.55, 139.78)],
  ['a place 100 km off the coast', 'PT', coordinates(38.7, -10.8)],
])('finds %s outside', async (_place, country, point) => expect(await isOutside(country, point)).toBe(true));

it('returns undefined for a country without an outline', async () => {
  expect(await isOutside('TK', coordinates(-9, -172))).toBeUndefined();
  expect(await isOutside('ZZ', coordinates(0, 0))).toBeUndefined();
});

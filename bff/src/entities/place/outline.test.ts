import { expect, test } from 'vitest';
import { isInOrNear } from './outline.ts';

test.each<[string, string, number, number, boolean]>([
  ['Beijing', 'CN', 40.08, 116.58, true],
  ['Beijing', 'JP', 40.08, 116.58, false],
  ['Sanya, on its coast', 'CN', 18.3, 109.41, true],
  ['Hong Kong', 'HK', 22.31, 113.91, true],
  ['Lhasa', 'CN', 29.3, 90.91, true],
  ['Paris', 'FR', 49.01, 2.55, true],
  ['Réunion', 'RE', -20.89, 55.52, true],
  ['Réunion', 'FR', -20.89, 55.52, true],
  ['the middle of the Atlantic', 'FR', 30, -40, false],
  ['Maseru, in a hole of South Africa', 'LS', -29.46, 27.55, true],
  ['the middle of Lesotho', 'ZA', -29.5, 28.3, false],
  ['Suva, this side of the antimeridian', 'FJ', -18.04, 178.56, true],
  ['Anadyr, beyond the antimeridian', 'RU', 66.4, -173.2, true],
  ['the pole', 'AQ', -90, 0, true],
  ['Svalbard', 'NO', 78.25, 15.47, true],
  ['13 km off a straight coast', 'NA', -19.48, 12.61, true],
  ['70 km off a straight coast', 'NA', -19.48, 12.05, false],
  [
    'a place far from Russia, at the latitude where the outline of Russia crosses the antimeridian',
    'RU',
    65.05,
    -20,
    false,
  ],
  ['any place with an unknown country', 'QZ', 0, 0, true],
])('%s, %s', (_, country, latitude, longitude, expected) => {
  expect(isInOrNear(country, latitude, longitude)).toBe(expected);
});

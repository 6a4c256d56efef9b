import { expect, it } from 'vitest';
import { findPlaceWarnings } from './location-fields.tsx';

const daxing = { latitude: 39.501289, longitude: 116.413967 };
const rules = async (place: Parameters<typeof findPlaceWarnings>[0]) =>
  (await findPlaceWarnings(place)).map(({ pointer, rule }) => `${pointer} ${rule}`);

it('returns no warning for a consistent or incomplete location', async () => {
  expect(await rules({ country: 'CN', point: daxing, timezone: 'Asia/Shanghai' })).toEqual([]);
  expect(await rules({ country: null, point: daxing, timezone: 'Asia/Tokyo' })).toEqual([]);
  expect(await rules({ country: 'CN', point: null, timezone: null })).toEqual([]);
  expect(await rules({ country: 'XX', point: daxing, timezone: 'Asia/Tokyo' })).toEqual([]);
});

it('warns about coordinates and zones outside the country', async () => {
  expect(await rules({ country: 'JP', point: daxing, timezone: 'Asia/Shanghai' })).toEqual([
    '/latitude outsideCountry',
    '/timezone timeZoneElsewhere',
  ]);
});

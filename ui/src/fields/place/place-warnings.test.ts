import { expect, it } from 'vitest';
import { findPlaceWarnings } from './place-warnings.ts';

const daxing = { latitude: 39.501289, longitude: 116.413967 };
const rules = async (place: Parameters<typeof findPlaceWarnings>[0]) =>
  (await findPlaceWarnings(place)).map(({ pointer, rule }) => `${pointer} ${rule}`);

it('finds nothing odd where all agrees, or where too little is known', async () => {
  expect(await rules({ country: 'CN', point: daxing, timezone: 'Asia/Shanghai' })).toEqual([]);
  expect(await rules({ country: null, point: daxing, timezone: 'Asia/Tokyo' })).toEqual([]);
  expect(await rules({ country: 'CN', point: null, timezone: null })).toEqual([]);
  expect(await rules({ country: 'XX', point: daxing, timezone: 'Asia/Tokyo' })).toEqual([]);
});

it('doubts coordinates and zones of elsewhere', async () => {
  expect(await rules({ country: 'JP', point: daxing, timezone: 'Asia/Shanghai' })).toEqual([
    '/latitude outsideCountry',
    '/timezone timeZoneElsewhere',
  ]);
});

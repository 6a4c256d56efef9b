import { expect, test } from 'vitest';
import { findPlaceWarnings } from './place.ts';

const paris = { country: 'FR', latitude: 48.85, longitude: 2.35, timezone: 'Europe/Paris' };
const outsideWarning = { pointer: '/latitude', rule: 'outsideCountry' };
const timeZoneWarning = { pointer: '/timezone', rule: 'timeZoneElsewhere' };

test.each([
  [{}, []],
  [{ country: 'CN' }, [outsideWarning, timeZoneWarning]],
  [{ country: 'CN', latitude: null, longitude: null }, [timeZoneWarning]],
  [{ country: 'CN', timezone: null }, [outsideWarning]],
  [{ latitude: 0, longitude: 2.35 }, [outsideWarning]],
  [{ country: null }, []],
])('finds the warnings of Paris with %j', (changes, warnings) => {
  expect(findPlaceWarnings({ ...paris, ...changes })).toEqual(warnings);
});

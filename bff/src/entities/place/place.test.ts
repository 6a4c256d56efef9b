import { expect, test } from 'vitest';
import { findPlaceWarnings } from './place.ts';

const paris = { country: 'FR', latitude: 48.85, longitude: 2.35, timezone: 'Europe/Paris' };
const outside = { pointer: '/latitude', rule: 'outsideCountry' };
const elsewhere = { pointer: '/timezone', rule: 'timeZoneElsewhere' };

test.each([
  [{}, []],
  [{ country: 'CN' }, [outside, elsewhere]],
  [{ country: 'CN', latitude: null, longitude: null }, [elsewhere]],
  [{ country: 'CN', timezone: null }, [outside]],
  [{ latitude: 0, longitude: 2.35 }, [outside]],
  [{ country: null }, []],
])('Paris with %j', (changes, warnings) => {
  expect(findPlaceWarnings({ ...paris, ...changes })).toEqual(warnings);
});

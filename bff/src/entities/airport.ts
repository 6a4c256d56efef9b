import { defineEntity } from '#crud/entity.ts';
import { findCityProblems, findPlaceWarnings, findTimeZoneProblems, normaliseTimeZone } from './place/place.ts';

export const airport = defineEntity({
  key: 'airport',
  singular: 'Airport',
  plural: 'Airports',
  warnings: findPlaceWarnings,
  derive: normaliseTimeZone,
  check: async (db, valuesToCheck) => {
    const cityProblems = await findCityProblems(db, valuesToCheck);
    return valuesToCheck.map(({ values }, at) => [...findTimeZoneProblems(values.fields), ...(cityProblems[at] ?? [])]);
  },
});

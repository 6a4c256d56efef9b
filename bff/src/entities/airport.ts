import { defineEntity } from '#crud/entity.ts';
import { findCityProblems, findPlaceWarnings, findTimeZoneProblems, normaliseTimeZone } from './place/place.ts';

export const airport = defineEntity({
  key: 'airport',
  singular: 'Airport',
  plural: 'Airports',
  warnings: findPlaceWarnings,
  derive: normaliseTimeZone,
  check: async (db, records) => {
    const cityProblems = await findCityProblems(db, records);
    return records.map(({ values }, at) => [...findTimeZoneProblems(values.fields), ...(cityProblems[at] ?? [])]);
  },
});

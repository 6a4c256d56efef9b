import { defineEntity } from '#crud/entity.ts';
import { findCityProblems, findPlaceWarnings, findZoneProblems, normaliseZone } from './place/place.ts';

export const airport = defineEntity({
  key: 'airport',
  singular: 'Airport',
  plural: 'Airports',
  warnings: findPlaceWarnings,
  derive: normaliseZone,
  check: async (db, all) => {
    const cities = await findCityProblems(db, all);
    return all.map(({ values }, at) => [...findZoneProblems(values.fields), ...(cities[at] ?? [])]);
  },
});

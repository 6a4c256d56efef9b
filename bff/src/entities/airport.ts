import { defineEntity } from '#crud/entity.ts';
import { findCityProblems, findPlaceWarnings, findZoneProblems, normaliseZone } from './place/place.ts';

export const airport = defineEntity({
  key: 'airport',
  singular: 'Airport',
  plural: 'Airports',
  warnings: findPlaceWarnings,
  derive: normaliseZone,
  check: async (db, records) => {
    const cityProblems = await findCityProblems(db, records);
    return records.map(({ values }, at) => [...findZoneProblems(values.fields), ...(cityProblems[at] ?? [])]);
  },
});

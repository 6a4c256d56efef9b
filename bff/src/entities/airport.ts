import { defineEntity } from '#crud/entity.ts';
import { cityProblems, placeWarnings, withCurrentZone, zoneProblems } from './place/place.ts';

export const airport = defineEntity({
  key: 'airport',
  singular: 'Airport',
  plural: 'Airports',
  warnings: placeWarnings,
  derive: withCurrentZone,
  check: async (db, all) => {
    const cities = await cityProblems(db, all);
    return all.map(({ values }, at) => [...zoneProblems(values.fields), ...(cities[at] ?? [])]);
  },
});

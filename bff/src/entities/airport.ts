import { defineEntity } from '#crud/entity.ts';
import { cityProblems, placeWarnings } from './place/place.ts';
import { withCurrentZone, zoneProblems } from './place/time-zone.ts';

export const airport = defineEntity({
  key: 'airport',
  singular: 'Airport',
  plural: 'Airports',
  warnings: placeWarnings,
  derive: withCurrentZone,
  check: async (trx, values) => [...zoneProblems(values.fields), ...(await cityProblems(trx, values))],
});

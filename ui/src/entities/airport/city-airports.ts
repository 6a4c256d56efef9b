import type { CodedRecord } from '#crud/read/find-records.ts';
import type { MapNeighbour } from '#fields/place/map-selector-field.tsx';

type Placed = Pick<CodedRecord, 'id' | 'code' | 'name'> & { latitude?: unknown; longitude?: unknown };

/** Returns the other airports of a city that have coordinates, to show them on the map. */
export function otherAirports(airports: readonly Placed[], ownId: number | undefined): MapNeighbour[] {
  return airports.flatMap(({ id, code, name, latitude, longitude }) =>
    id !== ownId && typeof latitude === 'number' && typeof longitude === 'number'
      ? [{ code, name, latitude, longitude }]
      : [],
  );
}

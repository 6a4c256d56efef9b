import type { CodedRecord } from '#crud/find-records.ts';
import type { MapNeighbour } from '#fields/place/map-selector-field.tsx';

type Placed = Pick<CodedRecord, 'id' | 'code' | 'name'> & { latitude?: unknown; longitude?: unknown };

/** The airports that can be drawn around one: those that have a place, but for itself. */
export function otherAirports(airports: readonly Placed[], ownId: number | undefined): MapNeighbour[] {
  return airports.flatMap(({ id, code, name, latitude, longitude }) =>
    id !== ownId && typeof latitude === 'number' && typeof longitude === 'number'
      ? [{ code, name, latitude, longitude }]
      : [],
  );
}

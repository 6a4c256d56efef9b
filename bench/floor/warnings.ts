import { findPlaceWarnings } from '../../bff/src/entities/place/place.ts';

const known = new Map<string, string>();

/** What is odd about a place, as JSON; worked out once for each, as if it were kept with it. */
export function warningsOf(
  country: string | null,
  latitude: number | null,
  longitude: number | null,
  timezone: string | null,
) {
  const key = `${country} ${latitude} ${longitude} ${timezone}`;
  let found = known.get(key);
  if (found === undefined) {
    found = JSON.stringify(findPlaceWarnings({ country, latitude, longitude, timezone }));
    known.set(key, found);
  }
  return found;
}

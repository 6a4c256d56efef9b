import { findPlaceWarnings } from '../../bff/src/entities/place/place.ts';

const warningsByPlace = new Map<string, string>();

/** Returns the warnings about a place as JSON, which is computed once for each place. */
export function toWarningsJson(
  country: string | null,
  latitude: number | null,
  longitude: number | null,
  timezone: string | null,
) {
  const key = `${country} ${latitude} ${longitude} ${timezone}`;
  let warnings = warningsByPlace.get(key);
  if (warnings === undefined) {
    warnings = JSON.stringify(findPlaceWarnings({ country, latitude, longitude, timezone }));
    warningsByPlace.set(key, warnings);
  }
  return warnings;
}

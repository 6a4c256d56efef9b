export interface Coordinates {
  latitude: number;
  longitude: number;
}

export type Axis = keyof Coordinates;

/** Rounds to 0.11 m by default. Never returns -0, which would differ from 0 in a comparison. */
export const roundCoordinate = (value: number, decimals = 6): number => Number(value.toFixed(decimals)) + 0;

export const formatDecimal = (value: number): string => roundCoordinate(value).toFixed(6);

/** Formats a coordinate as 39°30′04.6″N. */
export function formatDms(value: number, axis: Axis): string {
  const tenths = Math.round(Math.abs(value) * 36_000);
  const pad = (count: number, digits = 0) => count.toFixed(digits).padStart(digits ? 4 : 2, '0');
  const degrees = `${Math.floor(tenths / 36_000)}°${pad(Math.floor(tenths / 600) % 60)}′${pad((tenths % 600) / 10, 1)}″`;
  const negative = value < 0 && tenths > 0;
  return degrees + (axis === 'latitude' ? (negative ? 'S' : 'N') : negative ? 'W' : 'E');
}

export const EARTH_RADIUS_KM = 6371.0088;

const toRadians = (degrees: number) => (degrees * Math.PI) / 180;

/** Returns the great-circle distance on a sphere, which is up to 0.5 % off. */
export function distanceKm(a: Coordinates, b: Coordinates): number {
  const haversine = (from: number, to: number) => Math.sin(toRadians(to - from) / 2) ** 2;
  const longitudeTerm =
    Math.cos(toRadians(a.latitude)) * Math.cos(toRadians(b.latitude)) * haversine(a.longitude, b.longitude);
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(haversine(a.latitude, b.latitude) + longitudeTerm)));
}

/** Returns the direction in which a great circle starts towards another place: 0 is north, 90 is east. */
export function bearingDegrees(from: Coordinates, to: Coordinates): number {
  const [latitude, otherLatitude] = [toRadians(from.latitude), toRadians(to.latitude)];
  const longitudes = toRadians(to.longitude - from.longitude);
  const east = Math.sin(longitudes) * Math.cos(otherLatitude);
  const north =
    Math.cos(latitude) * Math.sin(otherLatitude) - Math.sin(latitude) * Math.cos(otherLatitude) * Math.cos(longitudes);
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
}

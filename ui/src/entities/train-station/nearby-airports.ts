import { type Coordinates, distanceKm } from '#kit/values/coordinates.ts';

/** An airport near the station, as stored in the record. */
export interface ListedAirport {
  airport: string;
  distance?: number | null;
}

/** An airport with coordinates. */
export interface PlacedAirport extends Coordinates {
  code: string;
  name: string;
}

interface AirportRecord {
  code: string;
  name: string;
  latitude?: unknown;
  longitude?: unknown;
}

const MAX_DISTANCE_KM = 100;
const MAX_AIRPORTS = 5;

/** Keeps the airports that have coordinates. */
export const airportsWithCoordinates = (records: readonly AirportRecord[]): PlacedAirport[] =>
  records.flatMap(({ code, name, latitude, longitude }) =>
    typeof latitude === 'number' && typeof longitude === 'number' ? [{ code, name, latitude, longitude }] : [],
  );

/** Reads the airports of a record; the cast relies on the contract's type of the field. */
export const listedAirportsOf = (value: unknown): ListedAirport[] =>
  Array.isArray(value) ? (value as ListedAirport[]) : [];

/** Returns the great-circle distance in km, rounded to 100 m. */
export const distanceTo = (point: Coordinates, airport: Coordinates): number =>
  Math.round(distanceKm(point, airport) * 10) / 10;

/** Returns the nearest airports within the maximum distance. */
export function nearest(point: Coordinates, airports: readonly PlacedAirport[]): ListedAirport[] {
  return airports
    .map((airport) => ({ airport: airport.code, distance: distanceTo(point, airport) }))
    .filter(({ distance }) => distance <= MAX_DISTANCE_KM)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_AIRPORTS);
}

/** Compares the list with the coordinates; returns changed distances and missing nearby airports. */
export function suggestChanges(
  listed: readonly ListedAirport[],
  point: Coordinates | null,
  airports: readonly PlacedAirport[],
): ListedAirport[] {
  if (!point) return [];
  const airportsByCode = new Map(airports.map((airport) => [airport.code, airport]));
  const moved = listed.flatMap(({ airport: code, distance }) => {
    const airport = airportsByCode.get(code);
    const found = airport && distanceTo(point, airport);
    return found === undefined || found === distance ? [] : [{ airport: code, distance: found }];
  });
  const missing = nearest(point, airports).filter(({ airport }) => !listed.some((one) => one.airport === airport));
  return [...moved, ...missing];
}

/** Applies suggestions to the list: updates airports in place and appends new ones. */
export function applySuggestions(
  listed: readonly ListedAirport[],
  suggested: readonly ListedAirport[],
): ListedAirport[] {
  const found = new Map(suggested.map((one) => [one.airport, one]));
  const added = suggested.filter(({ airport }) => !listed.some((one) => one.airport === airport));
  return [...listed.map((one) => found.get(one.airport) ?? one), ...added];
}

export const kilometres = (distance: number | null | undefined): string =>
  typeof distance === 'number' ? `${distance.toFixed(1)} km` : '—';

import { type Coordinates, distanceKm } from '#kit/values/coordinates.ts';

/** An airport near the station, as the record holds it. */
export interface Nearby {
  airport: string;
  distance?: number | null;
}

/** An airport that has a place. */
export interface PlacedAirport extends Coordinates {
  code: string;
  name: string;
}

interface Record {
  code: string;
  name: string;
  latitude?: unknown;
  longitude?: unknown;
}

const within = 100;
const MAX_AIRPORTS = 5;

export const placed = (records: readonly Record[]): PlacedAirport[] =>
  records.flatMap(({ code, name, latitude, longitude }) =>
    typeof latitude === 'number' && typeof longitude === 'number' ? [{ code, name, latitude, longitude }] : [],
  );

/** The contract gives this field no other shape. */
export const nearbyOf = (value: unknown): Nearby[] => (Array.isArray(value) ? (value as Nearby[]) : []);

/** As the crow flies, to 100 m. */
export const distanceTo = (point: Coordinates, airport: Coordinates): number =>
  Math.round(distanceKm(point, airport) * 10) / 10;

/** The nearest airports of those that are not too far to go to. */
export function nearest(point: Coordinates, airports: readonly PlacedAirport[]): Nearby[] {
  return airports
    .map((airport) => ({ airport: airport.code, distance: distanceTo(point, airport) }))
    .filter(({ distance }) => distance <= within)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_AIRPORTS);
}

/** What the coordinates say otherwise than the list: other distances of those in it, and near ones that are missing. */
export function offerOf(
  listed: readonly Nearby[],
  point: Coordinates | null,
  airports: readonly PlacedAirport[],
): Nearby[] {
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

/** The list with what was offered taken over, each airport in its place and new ones at the end. */
export function adopt(listed: readonly Nearby[], offered: readonly Nearby[]): Nearby[] {
  const found = new Map(offered.map((one) => [one.airport, one]));
  const added = offered.filter(({ airport }) => !listed.some((one) => one.airport === airport));
  return [...listed.map((one) => found.get(one.airport) ?? one), ...added];
}

export const kilometres = (distance: number | null | undefined): string =>
  typeof distance === 'number' ? `${distance.toFixed(1)} km` : '—';

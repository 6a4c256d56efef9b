import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import isoCountries from 'i18n-iso-countries';
import pointInPolygon from 'point-in-polygon';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

type Point = [longitude: number, latitude: number];

const kmPerDegree = 111.2;
// the outlines are drawn for a scale of 1:50 million: what lies this near to one may well be inside
const toleranceKm = 30;
const tolerance = toleranceKm / kmPerDegree;

/** A closed line, and the least box around it in degrees. */
interface Ring {
  /** Longitude and latitude of one point after the other: a list of numbers is nothing to a collection of garbage. */
  points: number[];
  west: number;
  east: number;
  south: number;
  north: number;
}

type Atlas = Topology<{ countries: GeometryCollection }>;

let outlines: Map<string, Ring[]> | undefined;

/** The rings of all countries by their ISO 3166-1 numeric codes, cut at the antimeridian; made when first asked for. */
function readOutlines(): Map<string, Ring[]> {
  const path = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json');
  // the file is what its package says it is: countries, each a polygon or several
  const atlas = JSON.parse(readFileSync(path, 'utf8')) as Atlas;
  const read = new Map<string, Ring[]>();
  for (const { id, geometry } of feature(atlas, atlas.objects.countries).features) {
    const rings = linesOf(geometry as Polygon | MultiPolygon).map(toRing);
    // a country may stand in the atlas more than once, with a territory apart
    read.set(String(id), [...(read.get(String(id)) ?? []), ...rings]);
  }
  return read;
}

const linesOf = (geometry: Polygon | MultiPolygon): Position[][] =>
  geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();

function toRing(line: Position[]): Ring {
  const ring = { points: line.flat(), west: 180, east: -180, south: 90, north: -90 };
  for (const [longitude = 0, latitude = 0] of line) {
    ring.west = Math.min(ring.west, longitude);
    ring.east = Math.max(ring.east, longitude);
    ring.south = Math.min(ring.south, latitude);
    ring.north = Math.max(ring.north, latitude);
  }
  return ring;
}

/** Inside an odd number of rings: a hole is a ring in a ring. */
const isInside = (rings: Ring[], point: Point) =>
  rings.filter((ring) => isWithin(ring, point, 0, 0) && pointInPolygon(point, ring.points)).length % 2 === 1;

/** Whether a point lies in a ring's box, or at most so many degrees away from it. */
const isWithin = ({ west, east, south, north }: Ring, [x, y]: Point, besides: number, above: number) =>
  x >= west - besides && x <= east + besides && y >= south - above && y <= north + above;

/** The distance in degrees of latitude from the origin to the line from one point to the next. */
function distanceToLine(x1: number, y1: number, x2: number, y2: number): number {
  const dx = x2 - x1;
  const dy = y2 - y1;
  const along = dx === 0 && dy === 0 ? 0 : -(x1 * dx + y1 * dy) / (dx * dx + dy * dy);
  const nearest = Math.min(1, Math.max(0, along));
  return Math.hypot(x1 + nearest * dx, y1 + nearest * dy);
}

function isNear(rings: Ring[], place: Point): boolean {
  const shrink = Math.cos((place[1] * Math.PI) / 180);
  const close = rings.filter((ring) => isWithin(ring, place, tolerance / Math.max(shrink, 0.01), tolerance));
  return close.some(({ points }) => isNearLine(points, place, shrink));
}

function isNearLine(points: number[], [longitude, latitude]: Point, shrink: number): boolean {
  for (let at = 0; at + 3 < points.length; at += 2) {
    const y1 = (points[at + 1] ?? 0) - latitude;
    const y2 = (points[at + 3] ?? 0) - latitude;
    if (Math.min(y1, y2) > tolerance || Math.max(y1, y2) < -tolerance) continue;
    const x1 = (points[at] ?? 0) - longitude;
    const x2 = (points[at + 2] ?? 0) - longitude;
    // a ring that crosses the antimeridian jumps from one edge of the map to the other
    const jumps = Math.abs(x2 - x1) > 180;
    if (distanceToLine(x1 * shrink, y1, (jumps ? x1 : x2) * shrink, jumps ? y1 : y2) < tolerance) return true;
  }
  return false;
}

/** Whether a point lies in or near a country (ISO 3166-1 alpha-2); true where the country's outline is not known. */
export function isInOrNear(country: string, latitude: number, longitude: number): boolean {
  outlines ??= readOutlines();
  const rings = outlines.get(isoCountries.alpha2ToNumeric(country) ?? '');
  if (!rings) return true;
  const point: Point = [longitude, latitude];
  return isInside(rings, point) || isNear(rings, point);
}

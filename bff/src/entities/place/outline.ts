import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { polygonContains } from 'd3-polygon';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import isoCountries from 'i18n-iso-countries';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

type Point = [longitude: number, latitude: number];

const kmPerDegree = 111.2;
// the outlines are drawn for a scale of 1:50 million: what lies this near to one may well be inside
const toleranceKm = 30;
const tolerance = toleranceKm / kmPerDegree;

/** A closed line, and the least box around it in degrees. */
interface Ring {
  points: Point[];
  west: number;
  east: number;
  south: number;
  north: number;
}

type Atlas = Topology<{ countries: GeometryCollection }>;

let atlas: Atlas | undefined;
const outlines = new Map<string, Ring[]>();

/** The rings of a country by its ISO 3166-1 numeric code, cut at the antimeridian; made when first asked for. */
function ringsOf(code: string): Ring[] {
  const known = outlines.get(code);
  if (known) return known;
  const whole = loadAtlas();
  // a country may stand in the atlas more than once, with a territory apart
  const geometries = whole.objects.countries.geometries.filter(({ id }) => String(id) === code);
  const { features } = feature(whole, { type: 'GeometryCollection', geometries });
  const rings = features.flatMap(({ geometry }) => linesOf(geometry as Polygon | MultiPolygon).map(toRing));
  outlines.set(code, rings);
  return rings;
}

function loadAtlas(): Atlas {
  const path = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json');
  // the file is what its package says it is: countries, each a polygon or several
  atlas ??= JSON.parse(readFileSync(path, 'utf8')) as Atlas;
  return atlas;
}

const linesOf = (geometry: Polygon | MultiPolygon): Position[][] =>
  geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();

function toRing(line: Position[]): Ring {
  const points = line.map(([longitude = 0, latitude = 0]): Point => [longitude, latitude]);
  const ring = { points, west: 180, east: -180, south: 90, north: -90 };
  for (const [longitude, latitude] of points) {
    ring.west = Math.min(ring.west, longitude);
    ring.east = Math.max(ring.east, longitude);
    ring.south = Math.min(ring.south, latitude);
    ring.north = Math.max(ring.north, latitude);
  }
  return ring;
}

/** Inside an odd number of rings: a hole is a ring in a ring. */
const isInside = (rings: Ring[], point: Point) =>
  rings.filter((ring) => isWithin(ring, point, 0, 0) && polygonContains(ring.points, point)).length % 2 === 1;

/** Whether a point lies in a ring's box, or at most so many degrees away from it. */
const isWithin = ({ west, east, south, north }: Ring, [x, y]: Point, besides: number, above: number) =>
  x >= west - besides && x <= east + besides && y >= south - above && y <= north + above;

/** The distance in degrees of latitude from the origin to the line from one point to the next. */
function distanceToLine([x1, y1]: Point, [x2, y2]: Point): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const along = dx === 0 && dy === 0 ? 0 : -(x1 * dx + y1 * dy) / (dx * dx + dy * dy);
  const nearest = Math.min(1, Math.max(0, along));
  return Math.hypot(x1 + nearest * dx, y1 + nearest * dy);
}

function isNear(rings: Ring[], place: Point): boolean {
  const [longitude, latitude] = place;
  const shrink = Math.cos((latitude * Math.PI) / 180);
  const seen = ([x, y]: Point): Point => [(x - longitude) * shrink, y - latitude];
  const close = rings.filter((ring) => isWithin(ring, place, tolerance / Math.max(shrink, 0.01), tolerance));
  return close.some(({ points }) =>
    points.some((point, index) => {
      const following = points[index + 1] ?? point;
      if (Math.min(point[1], following[1]) > latitude + tolerance) return false;
      if (Math.max(point[1], following[1]) < latitude - tolerance) return false;
      // a ring that crosses the antimeridian jumps from one edge of the map to the other
      const next = Math.abs(following[0] - point[0]) > 180 ? point : following;
      return distanceToLine(seen(point), seen(next)) < tolerance;
    }),
  );
}

/** Whether a point lies in or near a country (ISO 3166-1 alpha-2); true where the country's outline is not known. */
export function isInOrNear(country: string, latitude: number, longitude: number): boolean {
  const rings = ringsOf(isoCountries.alpha2ToNumeric(country) ?? '');
  if (rings.length === 0) return true;
  const point: Point = [longitude, latitude];
  return isInside(rings, point) || isNear(rings, point);
}

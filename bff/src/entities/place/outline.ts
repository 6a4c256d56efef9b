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

let outlines: Map<string, Point[][]> | undefined;

/** The rings of each country by ISO 3166-1 numeric code, cut at the antimeridian; read on first use. */
function load(): Map<string, Point[][]> {
  const path = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json');
  // the file is what its package says it is: countries, each a polygon or several
  const atlas = JSON.parse(readFileSync(path, 'utf8')) as Topology<{ countries: GeometryCollection }>;
  const found = new Map<string, Point[][]>();
  for (const { id, geometry } of feature(atlas, atlas.objects.countries).features) {
    const rings = ringsOf(geometry as Polygon | MultiPolygon);
    // a country may stand in the atlas more than once, with a territory apart
    found.set(String(id), [...(found.get(String(id)) ?? []), ...rings]);
  }
  return found;
}

function ringsOf(geometry: Polygon | MultiPolygon): Point[][] {
  const rings: Position[][] = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
  return rings.map((ring) => ring.map(([longitude = 0, latitude = 0]) => [longitude, latitude]));
}

/** Inside an odd number of rings: a hole is a ring in a ring. */
const isInside = (rings: Point[][], point: Point) =>
  rings.filter((ring) => polygonContains(ring, point)).length % 2 === 1;

/** The distance in degrees of latitude from the origin to the line from one point to the next. */
function distanceToLine([x1, y1]: Point, [x2, y2]: Point): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const along = dx === 0 && dy === 0 ? 0 : -(x1 * dx + y1 * dy) / (dx * dx + dy * dy);
  const nearest = Math.min(1, Math.max(0, along));
  return Math.hypot(x1 + nearest * dx, y1 + nearest * dy);
}

function isNear(rings: Point[][], [longitude, latitude]: Point): boolean {
  const shrink = Math.cos((latitude * Math.PI) / 180);
  const seen = ([x, y]: Point): Point => [(x - longitude) * shrink, y - latitude];
  return rings.some((ring) =>
    ring.some((point, index) => {
      const [x] = point;
      const following = ring[index + 1] ?? point;
      // a ring that crosses the antimeridian jumps from one edge of the map to the other
      const next = Math.abs(following[0] - x) > 180 ? point : following;
      return distanceToLine(seen(point), seen(next)) * kmPerDegree < toleranceKm;
    }),
  );
}

/** Whether a point lies in or near a country (ISO 3166-1 alpha-2); true where the country's outline is not known. */
export function isInOrNear(country: string, latitude: number, longitude: number): boolean {
  outlines ??= load();
  const rings = outlines.get(isoCountries.alpha2ToNumeric(country) ?? '');
  if (!rings) return true;
  const point: Point = [longitude, latitude];
  return isInside(rings, point) || isNear(rings, point);
}

import { readFileSync } from 'node:fs';
import pointInPolygon from 'point-in-polygon';

type Point = [longitude: number, latitude: number];

const kmPerDegree = 111.2;
// the outlines are drawn for a scale of 1:50 million: what lies this near to one may well be inside
const toleranceKm = 30;
const tolerance = toleranceKm / kmPerDegree;

/** A closed line, and the least box around it in degrees. */
interface Ring {
  /** Longitude and latitude of one point after the other. */
  points: Float32Array;
  west: number;
  east: number;
  south: number;
  north: number;
}

interface Outlines {
  /** By ISO 3166-1 alpha-2 code the number of points of each ring. */
  table: Record<string, number[]>;
  /** All points of all rings in the order of the table, as a ring has them. */
  points: Float32Array;
}

/** What `generate-outlines.ts` makes; a build lays it beside itself. */
const file = new URL('./outlines.gen.bin', import.meta.url);
let outlines: Outlines | undefined;
const known = new Map<string, Ring[] | undefined>();

function readOutlines(): Outlines {
  const bytes = readFileSync(file);
  const from = 4 + bytes.readUInt32LE();
  const numbers = new Float32Array(bytes.buffer, bytes.byteOffset + from, (bytes.length - from) / 4);
  return { table: JSON.parse(bytes.toString('utf8', 4, from)), points: numbers };
}

/** The rings of a country; undefined where they are not known. */
function ringsOf(country: string): Ring[] | undefined {
  if (!known.has(country)) known.set(country, readRings(country));
  return known.get(country);
}

function readRings(country: string): Ring[] | undefined {
  outlines ??= readOutlines();
  const { table, points } = outlines;
  let from = 0;
  for (const [code, lengths] of Object.entries(table)) {
    if (code === country) {
      return lengths.map((length) => {
        from += length * 2;
        return toRing(points.subarray(from - length * 2, from));
      });
    }
    for (const length of lengths) from += length * 2;
  }
  return undefined;
}

function toRing(points: Float32Array): Ring {
  const ring = { points, west: 180, east: -180, south: 90, north: -90 };
  for (let at = 0; at + 1 < points.length; at += 2) {
    const [longitude = 0, latitude = 0] = [points[at], points[at + 1]];
    ring.west = Math.min(ring.west, longitude);
    ring.east = Math.max(ring.east, longitude);
    ring.south = Math.min(ring.south, latitude);
    ring.north = Math.max(ring.north, latitude);
  }
  return ring;
}

/** Inside an odd number of rings: a hole is a ring in a ring. */
const isInside = (rings: Ring[], point: Point) =>
  rings.filter((ring) => isWithin(ring, point, 0, 0) && isEnclosed(point, ring)).length % 2 === 1;

const isEnclosed = (point: Point, { points }: Ring) =>
  // the package takes whatever has numbers by index; its types know arrays alone
  pointInPolygon(point, points as unknown as number[]);

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

function isNearLine(points: Float32Array, [longitude, latitude]: Point, shrink: number): boolean {
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
  const rings = ringsOf(country);
  if (!rings) return true;
  const point: Point = [longitude, latitude];
  return isInside(rings, point) || isNear(rings, point);
}

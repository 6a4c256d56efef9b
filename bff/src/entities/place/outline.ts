import { readFileSync } from 'node:fs';

interface Outlines {
  /** By ISO 3166-1 alpha-2 code the number of points of each ring. */
  table: Record<string, number[]>;
  /** All points of all rings in the order of the table, as a ring has them. */
  points: Float32Array;
}

/** What `generate-outlines.ts` makes; a build lays it beside itself. */
const OUTLINES_FILE = new URL('./outlines.gen.bin', import.meta.url);
let outlines: Outlines | undefined;
const ringsByCountry = new Map<string, Ring[] | undefined>();

function readOutlines(): Outlines {
  const bytes = readFileSync(OUTLINES_FILE);
  const from = 4 + bytes.readUInt32LE();
  const numbers = new Float32Array(bytes.buffer, bytes.byteOffset + from, (bytes.length - from) / 4);
  return { table: JSON.parse(bytes.toString('utf8', 4, from)), points: numbers };
}

/** The rings of a country; undefined where they are not known. */
function ringsOf(country: string): Ring[] | undefined {
  if (!ringsByCountry.has(country)) ringsByCountry.set(country, readRings(country));
  return ringsByCountry.get(country);
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

/** Whether a point lies in or near a country (ISO 3166-1 alpha-2); true where the country's outline is not known. */
export function isInOrNear(country: string, latitude: number, longitude: number): boolean {
  const rings = ringsOf(country);
  if (!rings) return true;
  const point: Point = [longitude, latitude];
  return isInside(rings, point) || isNear(rings, point);
}

export type Point = [longitude: number, latitude: number];

/** In degrees. */
interface Box {
  west: number;
  east: number;
  south: number;
  north: number;
}

/** So many points of a line that follow one another, and the least box around them. */
interface Part extends Box {
  points: Float32Array;
}

/** A line whose last point is its first, and the parts that it consists of: each begins where the one before ends. */
interface Ring extends Box {
  parts: Part[];
}

// a point is held against all parts, and against all lines of the few that lie near it: a large country has thousands
const LINES_PER_PART = 32;

const KM_PER_DEGREE = 111.2;
// the outlines are drawn for a scale of 1:50 million: what lies this near to one may well be inside
const TOLERANCE_KM = 30;
const TOLERANCE_DEGREES = TOLERANCE_KM / KM_PER_DEGREE;

/** Of longitude and latitude of one point after the other. */
export function toRing(points: Float32Array): Ring {
  const parts: Part[] = [];
  for (let from = 0; from + 2 < points.length; from += LINES_PER_PART * 2) {
    const own = points.subarray(from, from + (LINES_PER_PART + 1) * 2);
    parts.push({ points: own, ...boxAround(own) });
  }
  return { parts, ...boxAround(points) };
}

function boxAround(points: Float32Array): Box {
  const box = { west: 180, east: -180, south: 90, north: -90 };
  for (let at = 0; at + 1 < points.length; at += 2) {
    const [longitude = 0, latitude = 0] = [points[at], points[at + 1]];
    box.west = Math.min(box.west, longitude);
    box.east = Math.max(box.east, longitude);
    box.south = Math.min(box.south, latitude);
    box.north = Math.max(box.north, latitude);
  }
  return box;
}

/** Whether a point lies in a box, or at most so many degrees away from it. */
const isWithin = ({ west, east, south, north }: Box, [x, y]: Point, besides: number, above: number) =>
  x >= west - besides && x <= east + besides && y >= south - above && y <= north + above;

/** Whether a point lies inside an odd number of rings: a hole is a ring in a ring. */
export function isInside(rings: Ring[], point: Point): boolean {
  let count = 0;
  for (const ring of rings) {
    if (!isWithin(ring, point, 0, 0)) continue;
    for (const part of ring.parts) count += countCrossings(part, point);
  }
  return count % 2 === 1;
}

/** How often a line from the point to the east crosses a part, which is an odd number of times in all for a ring around it. */
function countCrossings({ points, east, south, north }: Part, [x, y]: Point): number {
  if (x > east || y < south || y > north) return 0;
  let count = 0;
  for (let at = 0; at + 3 < points.length; at += 2) {
    const [y1 = 0, y2 = 0] = [points[at + 1], points[at + 3]];
    if (y1 > y === y2 > y) continue;
    const [x1 = 0, x2 = 0] = [points[at], points[at + 2]];
    if (x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) count++;
  }
  return count;
}

/** Whether a point lies at one of these rings as they may be drawn. */
export function isNear(rings: Ring[], place: Point): boolean {
  const shrink = Math.cos((place[1] * Math.PI) / 180);
  const besides = TOLERANCE_DEGREES / Math.max(shrink, 0.01);
  return rings.some(
    (ring) =>
      isWithin(ring, place, besides, TOLERANCE_DEGREES) &&
      ring.parts.some(
        (part) => isWithin(part, place, besides, TOLERANCE_DEGREES) && isNearLine(part.points, place, shrink),
      ),
  );
}

function isNearLine(points: Float32Array, [longitude, latitude]: Point, shrink: number): boolean {
  for (let at = 0; at + 3 < points.length; at += 2) {
    const y1 = (points[at + 1] ?? 0) - latitude;
    const y2 = (points[at + 3] ?? 0) - latitude;
    if (Math.min(y1, y2) > TOLERANCE_DEGREES || Math.max(y1, y2) < -TOLERANCE_DEGREES) continue;
    const x1 = (points[at] ?? 0) - longitude;
    const x2 = (points[at + 2] ?? 0) - longitude;
    // a ring that crosses the antimeridian jumps from one edge of the map to the other
    const jumps = Math.abs(x2 - x1) > 180;
    if (distanceToLine(x1 * shrink, y1, (jumps ? x1 : x2) * shrink, jumps ? y1 : y2) < TOLERANCE_DEGREES) return true;
  }
  return false;
}

/** The distance in degrees of latitude from the origin to the line from one point to the next. */
function distanceToLine(x1: number, y1: number, x2: number, y2: number): number {
  const dx = x2 - x1;
  const dy = y2 - y1;
  const along = dx === 0 && dy === 0 ? 0 : -(x1 * dx + y1 * dy) / (dx * dx + dy * dy);
  const nearest = Math.min(1, Math.max(0, along));
  return Math.hypot(x1 + nearest * dx, y1 + nearest * dy);
}

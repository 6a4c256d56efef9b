import { readFileSync } from 'node:fs';
import { isInside, isNear, type Point, type Ring, toRing } from './ring.ts';

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

/** Whether a point lies in or near a country (ISO 3166-1 alpha-2); true where the country's outline is not known. */
export function isInOrNear(country: string, latitude: number, longitude: number): boolean {
  const rings = ringsOf(country);
  if (!rings) return true;
  const point: Point = [longitude, latitude];
  return isInside(rings, point) || isNear(rings, point);
}

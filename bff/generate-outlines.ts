import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import isoCountries from 'i18n-iso-countries';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

type Atlas = Topology<{ countries: GeometryCollection }>;

/**
 * The outlines of all countries as `readOutlines` takes them: the length of a table in bytes (UInt32LE), the table, and the
 * longitude and latitude of one point after the other (Float32LE). The table is JSON: by ISO 3166-1 alpha-2 code the number of
 * points of each ring, in order. Rings are cut at the antimeridian.
 */
export function outlinesFile(): Buffer {
  const file = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json');
  // the file is what its package says it is: countries, each a polygon or several
  const atlas = JSON.parse(readFileSync(file, 'utf8')) as Atlas;
  const countries = new Map<string, Position[][]>();
  for (const { id, geometry } of feature(atlas, atlas.objects.countries).features) {
    const code = isoCountries.numericToAlpha2(String(id));
    // a country may stand in the atlas more than once, with a territory apart; what is no country of ISO's is nobody's
    if (code) countries.set(code, [...(countries.get(code) ?? []), ...linesOf(geometry as Polygon | MultiPolygon)]);
  }
  const table = Object.fromEntries([...countries].map(([code, lines]) => [code, lines.map(({ length }) => length)]));
  return packed(JSON.stringify(table), [...countries.values()].flat(2).flat());
}

const linesOf = (geometry: Polygon | MultiPolygon): Position[][] =>
  geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();

function packed(text: string, numbers: number[]): Buffer {
  // numbers of four bytes have to begin at a multiple of four
  const table = Buffer.from(text.padEnd(Math.ceil(text.length / 4) * 4));
  const file = Buffer.alloc(4 + table.length + numbers.length * 4);
  file.writeUInt32LE(table.length);
  table.copy(file, 4);
  for (const [at, number] of numbers.entries()) file.writeFloatLE(number, 4 + table.length + at * 4);
  return file;
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { geoContains, geoDistance } from 'd3-geo';
import type { Feature, MultiPolygon, Polygon } from 'geojson';
import isoCountries from 'i18n-iso-countries';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

type Outline = Feature<Polygon | MultiPolygon>;

const earthRadius = 6371;
// the outline is drawn for a scale of 1:50 million: what lies this near to it may well be inside
const toleranceKm = 30;

let outlines: Map<string, Outline> | undefined;

/** Country outlines by ISO 3166-1 numeric code, read on first use. */
function load(): Map<string, Outline> {
  const path = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json');
  // the file is what its package says it is
  const atlas = JSON.parse(readFileSync(path, 'utf8')) as Topology<{ countries: GeometryCollection }>;
  const { features } = feature(atlas, atlas.objects.countries);
  return new Map(features.map((outline) => [String(outline.id), outline as Outline]));
}

const rings = ({ geometry }: Outline) =>
  geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();

/** Whether a point lies in or near a country (ISO 3166-1 alpha-2); true where the country's outline is not known. */
export function isInOrNear(country: string, latitude: number, longitude: number): boolean {
  outlines ??= load();
  const outline = outlines.get(isoCountries.alpha2ToNumeric(country) ?? '');
  if (!outline) return true;
  const point: [number, number] = [longitude, latitude];
  if (geoContains(outline, point)) return true;
  const near = toleranceKm / earthRadius;
  // a vertex is a pair of longitude and latitude
  return rings(outline).some((ring) => ring.some((vertex) => geoDistance(point, vertex as [number, number]) < near));
}

import { geoContains } from 'd3-geo';
import type { Feature, Geometry, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { Coordinates } from '#kit/coordinates.ts';
import { isOutlineOf } from './country-numbers.ts';

/** A coastline of 1:50,000,000 is drawn no closer, and small islands before it not at all. */
export const toleranceInKm = 30;
const kmPerDegree = 111.2;

type Outline = Feature<Geometry, { name: string }>;

let outlines: Promise<Outline[]> | undefined;

function load(): Promise<Outline[]> {
  outlines ??= import('world-atlas/countries-50m.json').then(
    ({ default: atlas }) => feature(atlas, atlas.objects.countries).features,
  );
  outlines.catch(() => {
    outlines = undefined;
  });
  return outlines;
}

/** Whether a place lies clearly outside; undefined where the atlas has no outline of the country. */
export async function isOutside(country: string, point: Coordinates): Promise<boolean | undefined> {
  const own = (await load()).filter(({ id, properties }) => isOutlineOf(country, { id, name: properties.name }));
  if (own.length === 0) return undefined;
  const { longitude, latitude } = point;
  return !own.some((outline) => isNear(outline.geometry, point) || geoContains(outline, [longitude, latitude]));
}

function isNear(geometry: Geometry, point: Coordinates): boolean {
  const polygons =
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
  return polygons.flat().some((ring) => ring.some((end, index) => index > 0 && touches(point, ring[index - 1], end)));
}

/** On the plane that touches the globe at the point, which over 30 km is as good as round. */
function touches(point: Coordinates, from: Position | undefined, to: Position): boolean {
  if (!from) return false;
  const [x1, y1] = onPlane(point, from);
  const [x2, y2] = onPlane(point, to);
  if (Math.min(y1, y2) > toleranceInKm || Math.max(y1, y2) < -toleranceInKm) return false;
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(x1 * dx + y1 * dy) / length));
  return Math.hypot(x1 + along * dx, y1 + along * dy) <= toleranceInKm;
}

function onPlane(point: Coordinates, [longitude = 0, latitude = 0]: Position): [number, number] {
  const east = ((longitude - point.longitude + 540) % 360) - 180;
  return [east * kmPerDegree * Math.cos((point.latitude * Math.PI) / 180), (latitude - point.latitude) * kmPerDegree];
}

import { type GeoProjection, geoMercator } from 'd3-geo';
import { type Coordinates, roundCoordinate } from '#kit/values/coordinates.ts';

export interface Size {
  width: number;
  height: number;
}

/** What the map shows: its centre, and how many times closer than the whole world. */
export interface View extends Coordinates {
  zoom: number;
}

export const closest = 4096;
/** Where the coarse coastline begins to look drawn with a ruler. */
export const FINE_DETAIL_ZOOM = 3;
const northmost = 85;

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** Pixels per radian at the equator; at zoom 1 the world is as wide as the map. */
export const scaleOf = ({ zoom }: View, { width }: Size): number => (width / (2 * Math.PI)) * zoom;

/** Mercator: a piece of it keeps its shape, and to pan is to shift. The poles lie on the edge. */
export function projectionOf(view: View, size: Size): GeoProjection {
  const scale = scaleOf(view, size);
  const rise = Math.log(Math.tan(Math.PI / 4 + radians(view.latitude) / 2)) * scale;
  return geoMercator()
    .rotate([-view.longitude, 0])
    .scale(scale)
    .translate([size.width / 2, size.height / 2 + rise])
    .precision(0);
}

export function pixelOf(point: Coordinates, view: View, size: Size): [number, number] {
  const latitude = clamp(point.latitude, -northmost, northmost);
  return projectionOf(view, size)([point.longitude, latitude]) ?? [0, 0];
}

/** Only as fine as a pixel can be told from the next. */
export function pointAt([x, y]: readonly [number, number], view: View, size: Size): Coordinates {
  const [longitude, latitude] = projectionOf(view, size).invert?.([x, y]) ?? [view.longitude, view.latitude];
  const places = clamp(1 + Math.ceil(Math.log10(radians(scaleOf(view, size)))), 2, 6);
  return {
    latitude: roundCoordinate(clamp(latitude, -northmost, northmost), places),
    longitude: roundCoordinate(wrap(longitude), places),
  };
}

/** The same view with its content shifted by so many pixels. */
export function panned(view: View, dx: number, dy: number, size: Size): View {
  const exact = projectionOf(view, size).invert?.([size.width / 2 - dx, size.height / 2 - dy]);
  const [longitude, latitude] = exact ?? [view.longitude, view.latitude];
  return held({ ...view, longitude: wrap(longitude), latitude }, size);
}

/** Closer or further, with the place under the pixel staying there. */
export function zoomed(view: View, factor: number, size: Size, at?: readonly [number, number]): View {
  const zoom = clamp(view.zoom * factor, 1, closest);
  const [x, y] = at ?? [size.width / 2, size.height / 2];
  const stretch = 1 - zoom / view.zoom;
  return panned({ ...view, zoom }, (x - size.width / 2) * stretch, (y - size.height / 2) * stretch, size);
}

/** The whole world, or the piece in which the places lie. */
export function viewOf(places: readonly Coordinates[], size: Size): View {
  const [first] = places;
  if (!first) return held({ latitude: 24, longitude: 105, zoom: 1 }, size);
  // counted from the first, so that places on both sides of the date line are near each other
  const east = places.map(({ longitude }) => wrap(longitude - first.longitude));
  const north = places.map(({ latitude }) => latitude);
  const span = Math.max(
    2.8,
    ...east.map((one) => one - Math.min(...east)),
    ...north.map((one) => one - Math.min(...north)),
  );
  return held(
    {
      longitude: wrap(first.longitude + (Math.min(...east) + Math.max(...east)) / 2),
      latitude: (Math.min(...north) + Math.max(...north)) / 2,
      zoom: clamp(90 / span, 1, closest),
    },
    size,
  );
}

const wrap = (longitude: number) => ((((longitude + 180) % 360) + 360) % 360) - 180;

/** Never beyond the edge of the world, where nothing is drawn. */
function held(view: View, size: Size): View {
  const beyond = radians(90) - 2 * Math.atan(Math.exp(size.height / 2 / scaleOf(view, size) - Math.PI));
  const most = clamp((beyond * 180) / Math.PI, 0, northmost);
  return { ...view, latitude: clamp(view.latitude, -most, most) };
}

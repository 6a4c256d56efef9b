import { type GeoProjection, geoMercator } from 'd3-geo';
import { type Coordinates, EARTH_RADIUS_KM, roundCoordinate } from '#kit/values/coordinates.ts';

export interface MapSize {
  width: number;
  height: number;
}

/** The visible area: its centre, and the zoom, which is 1 for the whole world. */
export interface MapView extends Coordinates {
  zoom: number;
}

export const MAX_ZOOM = 4096;
/** The zoom above which the coarse coastline looks too angular. */
export const FINE_DETAIL_ZOOM = 3;
const MAX_LATITUDE = 85;
/** Farther neighbours would shrink the map to the whole world. */
const MAX_NEIGHBOUR_OFFSET_DEGREES = 25;
/** The share of the map's width and height in which neighbours are placed, so that their labels fit beside them. */
const NEIGHBOUR_AREA = 0.75;
/** The share of the map's width and height that lies between both ends of a move. */
const MOVE_AREA = 0.4;
/** Beyond this zoom, hardly any coastline is left on the map. */
const MAX_MOVE_ZOOM = 1024;
/** The distance at which both pins can be told apart. */
export const MIN_MOVE_PX = 16;

const toRadians = (degrees: number) => (degrees * Math.PI) / 180;
const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

/** Returns the scale at the equator; at zoom 1 the world is as wide as the map. */
export const pixelsPerRadian = ({ zoom }: MapView, { width }: MapSize): number => (width / (2 * Math.PI)) * zoom;

/** Returns the scale at the centre of the view. */
export const kilometresPerPixel = (view: MapView, size: MapSize): number =>
  (EARTH_RADIUS_KM * Math.cos(toRadians(view.latitude))) / pixelsPerRadian(view, size);

/** Creates a Mercator projection, with which panning the map is a mere translation. */
export function createProjection(view: MapView, size: MapSize): GeoProjection {
  const scale = pixelsPerRadian(view, size);
  const offsetY = Math.log(Math.tan(Math.PI / 4 + toRadians(view.latitude) / 2)) * scale;
  return geoMercator()
    .rotate([-view.longitude, 0])
    .scale(scale)
    .translate([size.width / 2, size.height / 2 + offsetY])
    .precision(0);
}

export function toPixel(point: Coordinates, view: MapView, size: MapSize): [number, number] {
  const latitude = clamp(point.latitude, -MAX_LATITUDE, MAX_LATITUDE);
  return createProjection(view, size)([point.longitude, latitude]) ?? [0, 0];
}

/** Returns coordinates rounded to the precision of a pixel. */
export function toCoordinates([x, y]: readonly [number, number], view: MapView, size: MapSize): Coordinates {
  const [longitude, latitude] = createProjection(view, size).invert?.([x, y]) ?? [view.longitude, view.latitude];
  const decimals = clamp(1 + Math.ceil(Math.log10(toRadians(pixelsPerRadian(view, size)))), 2, 6);
  return {
    latitude: roundCoordinate(clamp(latitude, -MAX_LATITUDE, MAX_LATITUDE), decimals),
    longitude: roundCoordinate(wrapLongitude(longitude), decimals),
  };
}

/** Returns the view with its content shifted by a number of pixels. */
export function panView(view: MapView, dx: number, dy: number, size: MapSize): MapView {
  const centre = createProjection(view, size).invert?.([size.width / 2 - dx, size.height / 2 - dy]);
  const [longitude, latitude] = centre ?? [view.longitude, view.latitude];
  return keepInsideWorld({ ...view, longitude: wrapLongitude(longitude), latitude }, size);
}

/** Returns the view zoomed by a factor; the point under the pixel stays there. */
export function zoomView(view: MapView, factor: number, size: MapSize, pixel?: readonly [number, number]): MapView {
  const zoom = clamp(view.zoom * factor, 1, MAX_ZOOM);
  const [x, y] = pixel ?? [size.width / 2, size.height / 2];
  const shift = 1 - zoom / view.zoom;
  return panView({ ...view, zoom }, (x - size.width / 2) * shift, (y - size.height / 2) * shift, size);
}

/** Returns the area that contains all points, or the whole world if there are none. */
export function fitView(points: readonly Coordinates[], size: MapSize): MapView {
  const [first] = points;
  if (!first) return keepInsideWorld({ latitude: 24, longitude: 105, zoom: 1 }, size);
  // relative to the first point, so that points on both sides of the date line are near each other
  const eastings = points.map(({ longitude }) => wrapLongitude(longitude - first.longitude));
  const northings = points.map(({ latitude }) => latitude);
  const span = Math.max(
    2.8,
    ...eastings.map((value) => value - Math.min(...eastings)),
    ...northings.map((value) => value - Math.min(...northings)),
  );
  return keepInsideWorld(
    {
      longitude: wrapLongitude(first.longitude + (Math.min(...eastings) + Math.max(...eastings)) / 2),
      latitude: (Math.min(...northings) + Math.max(...northings)) / 2,
      zoom: clamp(90 / span, 1, MAX_ZOOM),
    },
    size,
  );
}

/** Returns an area with the point at its centre that contains the other points, except those that are too far away. */
export function fitAround(point: Coordinates, others: readonly Coordinates[], size: MapSize): MapView {
  const offsets = others
    .map(({ latitude, longitude }) => ({
      latitude: Math.abs(latitude - point.latitude),
      longitude: Math.abs(wrapLongitude(longitude - point.longitude)),
    }))
    .filter((offset) => Math.max(offset.latitude, offset.longitude) <= MAX_NEIGHBOUR_OFFSET_DEGREES);
  const centred = fitView([point], size);
  const zooms = offsets.map((offset) => {
    // the height of the map shows fewer degrees than its width, and Mercator stretches them away from the equator
    const heightDegrees = (360 * size.height * Math.cos(toRadians(point.latitude))) / size.width;
    return Math.min(
      (360 * NEIGHBOUR_AREA) / (2 * offset.longitude),
      (heightDegrees * NEIGHBOUR_AREA) / (2 * offset.latitude),
    );
  });
  return keepInsideWorld({ ...centred, zoom: clamp(Math.min(centred.zoom, ...zooms), 1, MAX_ZOOM) }, size);
}

/** Returns the area around both ends of a move, or undefined if they are too close to be told apart on a map. */
export function fitMove(from: Coordinates, to: Coordinates, size: MapSize): MapView | undefined {
  const centred = fitView([from, to], size);
  const east = Math.abs(wrapLongitude(to.longitude - from.longitude));
  const north = Math.abs(to.latitude - from.latitude) / Math.cos(toRadians(centred.latitude));
  const zoom = Math.min(
    (360 * MOVE_AREA) / east,
    (360 * MOVE_AREA * (size.height / size.width)) / north,
    MAX_MOVE_ZOOM,
  );
  const view = keepInsideWorld({ ...centred, zoom: Math.max(zoom, 1) }, size);
  const [[fromX, fromY], [toX, toY]] = [toPixel(from, view, size), toPixel(to, view, size)];
  return Math.hypot(toX - fromX, toY - fromY) < MIN_MOVE_PX ? undefined : view;
}

const wrapLongitude = (longitude: number) => ((((longitude + 180) % 360) + 360) % 360) - 180;

/** Limits the latitude so that nothing beyond the edge of the world is visible. */
function keepInsideWorld(view: MapView, size: MapSize): MapView {
  const minVisibleLatitude =
    toRadians(90) - 2 * Math.atan(Math.exp(size.height / 2 / pixelsPerRadian(view, size) - Math.PI));
  const maxLatitude = clamp((minVisibleLatitude * 180) / Math.PI, 0, MAX_LATITUDE);
  return { ...view, latitude: clamp(view.latitude, -maxLatitude, maxLatitude) };
}

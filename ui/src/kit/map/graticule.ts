import { roundCoordinate } from '#kit/values/coordinates.ts';
import { pixelOf, pointAt, type Size, type View } from './view.ts';

const steps = [30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
const apart = 64;
// of the whole world at once, as near as "150°W" can stand beside "180°"
const nearest = 44;

export interface Line {
  /** a whole number of steps */
  degrees: number;
  at: number;
  label: string;
}

export interface Graticule {
  meridians: Line[];
  parallels: Line[];
  /** pieces of the neatline's scale, from and to in pixels: every other half step is black */
  top: [number, number][];
  side: [number, number][];
}

export function graticuleOf(view: View, size: Size): Graticule {
  const perDegree = (size.width / 360) * view.zoom;
  const stepFor = (pixels: number) =>
    steps.findLast((one) => one * pixels >= apart) ?? (30 * pixels >= nearest ? 30 : 60);
  // Mercator stretches the north and the south
  const wide = stepFor(perDegree);
  const high = stepFor(perDegree / Math.cos((view.latitude * Math.PI) / 180));
  const x = (longitude: number) => size.width / 2 + (longitude - view.longitude) * perDegree;
  const y = (latitude: number) => pixelOf({ latitude, longitude: view.longitude }, view, size)[1];
  const east = 180 / view.zoom;
  const meridians = multiples(view.longitude - east, view.longitude + east, wide).map((degrees) => ({
    degrees,
    at: x(degrees),
    label: degreeLabel(degrees, 'E', 'W'),
  }));
  const south = pointAt([0, size.height], view, size).latitude;
  const north = pointAt([0, 0], view, size).latitude;
  const parallels = multiples(south, Math.min(84, north), high).map((degrees) => ({
    degrees,
    at: y(degrees),
    label: degreeLabel(degrees, 'N', 'S'),
  }));
  return {
    meridians,
    parallels,
    top: within(meridians, wide, size.width, x),
    side: within(parallels, high, size.height, y),
  };
}

function multiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return Array.from({ length: count }, (_, index) => roundCoordinate((first + index) * step));
}

/** The half steps before the lines, and before the one just outside, as far as they are on the map. */
function within(lines: Line[], step: number, length: number, place: (degrees: number) => number): [number, number][] {
  const ends = lines.map(({ degrees }) => degrees);
  const last = ends.at(-1);
  return [...ends, ...(last === undefined ? [] : [last + step])]
    .map((end): [number, number] => [onMap(place(end - step / 2), length), onMap(place(end), length)])
    .filter(([from, to]) => from !== to);
}

const onMap = (pixel: number, length: number) => Math.min(length - 3, Math.max(3, pixel));

/** 116°E, 33.5°S, 180°, 0° */
export function degreeLabel(degrees: number, positive: string, negative: string): string {
  // a view beyond the date line counts on
  const turned = positive === 'E' ? roundCoordinate(((((degrees + 180) % 360) + 360) % 360) - 180) : degrees;
  const none = turned === 0 || turned === -180;
  return `${Math.abs(turned)}°${none ? '' : turned > 0 ? positive : negative}`;
}

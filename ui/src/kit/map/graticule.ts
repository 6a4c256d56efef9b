import { roundCoordinate } from '#kit/values/coordinates.ts';
import { type MapSize, type MapView, toCoordinates, toPixel } from './map-view.ts';

const STEPS_DEGREES = [30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
const MIN_LINE_DISTANCE_PX = 64;
// at the lowest zoom the labels "150°W" and "180°" just fit beside each other
const MIN_WORLD_LINE_DISTANCE_PX = 44;

export interface GraticuleLine {
  /** a multiple of the step */
  degrees: number;
  /** in pixels from the left or from the top */
  position: number;
  label: string;
}

export interface Graticule {
  meridians: GraticuleLine[];
  parallels: GraticuleLine[];
  /** the black pieces of the frame's scale at the top and bottom, as start and end in pixels; every other half step is black */
  meridianPieces: [number, number][];
  /** the same at the left and right */
  parallelPieces: [number, number][];
}

export function buildGraticule(view: MapView, size: MapSize): Graticule {
  const pixelsPerDegree = (size.width / 360) * view.zoom;
  const stepFor = (pixels: number) =>
    STEPS_DEGREES.findLast((step) => step * pixels >= MIN_LINE_DISTANCE_PX) ??
    (30 * pixels >= MIN_WORLD_LINE_DISTANCE_PX ? 30 : 60);
  // Mercator stretches distances away from the equator
  const meridianStep = stepFor(pixelsPerDegree);
  const parallelStep = stepFor(pixelsPerDegree / Math.cos((view.latitude * Math.PI) / 180));
  const toX = (longitude: number) => size.width / 2 + (longitude - view.longitude) * pixelsPerDegree;
  const toY = (latitude: number) => toPixel({ latitude, longitude: view.longitude }, view, size)[1];
  const halfSpan = 180 / view.zoom;
  const meridians = multiples(view.longitude - halfSpan, view.longitude + halfSpan, meridianStep).map((degrees) => ({
    degrees,
    position: toX(degrees),
    label: formatDegrees(degrees, 'E', 'W'),
  }));
  const south = toCoordinates([0, size.height], view, size).latitude;
  const north = toCoordinates([0, 0], view, size).latitude;
  const parallels = multiples(south, north, parallelStep).map((degrees) => ({
    degrees,
    position: toY(degrees),
    label: formatDegrees(degrees, 'N', 'S'),
  }));
  return {
    meridians,
    parallels,
    meridianPieces: scalePieces(meridians, meridianStep, size.width, toX),
    parallelPieces: scalePieces(parallels, parallelStep, size.height, toY),
  };
}

function multiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return Array.from({ length: count }, (_, index) => roundCoordinate((first + index) * step));
}

/** Returns the half steps that end at each line and at the first line past the edge, clamped to the frame. */
function scalePieces(
  lines: GraticuleLine[],
  step: number,
  length: number,
  toPixel: (degrees: number) => number,
): [number, number][] {
  const ends = lines.map(({ degrees }) => degrees);
  const last = ends.at(-1);
  return [...ends, ...(last === undefined ? [] : [last + step])]
    .map((end): [number, number] => [clampToFrame(toPixel(end - step / 2), length), clampToFrame(toPixel(end), length)])
    .filter(([from, to]) => from !== to);
}

/** The distance of the frame's scale from the edge. */
export const SCALE_INSET_PX = 3;
const clampToFrame = (pixel: number, length: number) =>
  Math.min(length - SCALE_INSET_PX, Math.max(SCALE_INSET_PX, pixel));

/** Formats a degree as 116°E, 33.5°S, 180° or 0°. */
export function formatDegrees(degrees: number, positive: string, negative: string): string {
  // a view across the date line has longitudes beyond ±180
  const normalised = positive === 'E' ? roundCoordinate(((((degrees + 180) % 360) + 360) % 360) - 180) : degrees;
  const hasNoLetter = normalised === 0 || normalised === -180;
  return `${Math.abs(normalised)}°${hasNoLetter ? '' : normalised > 0 ? positive : negative}`;
}

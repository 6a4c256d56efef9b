import { buildGraticule, type Graticule, SCALE_INSET_PX } from './graticule.ts';
import type { Box } from './map-labels.ts';
import { kilometresPerPixel, type MapSize, type MapView } from './map-view.ts';

const FRAME_WIDTH_PX = 5;

/** The width of the corner with the zoom buttons, which labels keep clear of; the buttons are larger on touch screens. */
const ZOOM_BUTTONS_WIDTH_PX = 60;
const ZOOM_BUTTONS_HEIGHT_PX = 100;
const DEGREES_HEIGHT_PX = 21;
const DEGREES_LEFT_PX = 10;
const DEGREES_CHARACTER_PX = 6.2;
const DEGREES_LINE_PX = 12;
const MAX_SCALE_LENGTH_PX = 80;
const SCALE_HEIGHT_PX = 22;
const SCALE_LEFT_PX = 12;
const SCALE_CHARACTER_WIDTH_PX = 6.2;

export function MapGrid({ graticule, size }: { graticule: Graticule; size: MapSize }) {
  const lines = [
    ...graticule.meridians.map(({ position }) => `M${position} 0V${size.height}`),
    ...graticule.parallels.map(({ position }) => `M0 ${position}H${size.width}`),
  ];
  return <path d={lines.join('')} fill="none" className="stroke-map-grid stroke-[0.7]" />;
}

interface MapFrameProps {
  graticule: Graticule;
  size: MapSize;
  /** Where the lines through the pin cross, in pixels; degrees that they would strike out are left out. */
  crosshair: readonly [x: number, y: number] | undefined;
}

/** The black-and-white frame of an atlas map, with the degrees of the lines that end at it. */
export function MapFrame({ graticule, size, crosshair: [crossX, crossY] = [-1, -1] }: MapFrameProps) {
  const { width, height } = size;
  const inner = `M${FRAME_WIDTH_PX} ${FRAME_WIDTH_PX}V${height - FRAME_WIDTH_PX}H${width - FRAME_WIDTH_PX}V${FRAME_WIDTH_PX}z`;
  const scalePath = [
    ...graticule.meridianPieces.map(
      ([from, to]) => `M${from} ${SCALE_INSET_PX}H${to}M${from} ${height - SCALE_INSET_PX}H${to}`,
    ),
    ...graticule.parallelPieces.map(
      ([from, to]) => `M${SCALE_INSET_PX} ${from}V${to}M${width - SCALE_INSET_PX} ${from}V${to}`,
    ),
  ];
  return (
    <>
      <path d={`M0 0H${width}V${height}H0z${inner}`} fillRule="evenodd" className="fill-panel" />
      <path d={scalePath.join('')} fill="none" className="stroke-ink-2 stroke-[2.4px]" />
      <g fill="none" className="stroke-ink-3 stroke-[0.8]">
        <rect x={1} y={1} width={width - 2} height={height - 2} />
        <path d={inner} />
      </g>
      <g
        strokeLinejoin="round"
        className="fill-map-label stroke-map-land stroke-[3px] font-mono text-[10px] tracking-[0.02em] [paint-order:stroke]"
      >
        {graticule.meridians
          .filter(({ position }) => position > FRAME_WIDTH_PX && position < width - ZOOM_BUTTONS_WIDTH_PX - 44)
          .filter(({ position, label }) => !isNear(crossX, position, position + label.length * DEGREES_CHARACTER_PX))
          .map(({ degrees, position, label }) => (
            <text key={degrees} x={position + 3} y={17}>
              {label}
            </text>
          ))}
        {graticule.parallels
          .filter(({ position }) => position > 36 && position < height - SCALE_HEIGHT_PX)
          .filter(({ position }) => !isNear(crossY, position - DEGREES_LINE_PX, position))
          .map(({ degrees, position, label }) => (
            <text key={degrees} x={DEGREES_LEFT_PX} y={position - 3}>
              {label}
            </text>
          ))}
      </g>
    </>
  );
}

const isNear = (line: number, from: number, to: number) => line > from - 3 && line < to + 3;

/** Returns the longest length of 1, 2 or 5 times a power of ten that fits the scale bar, with its label in km or m. */
export function scaleBar(view: MapView, size: MapSize): { length: number; label: string } {
  const kmPerPixel = kilometresPerPixel(view, size);
  const longestKm = MAX_SCALE_LENGTH_PX * kmPerPixel;
  const power = 10 ** Math.floor(Math.log10(longestKm));
  const km = [5, 2, 1].map((factor) => factor * power).find((candidate) => candidate <= longestKm) ?? power;
  return { length: km / kmPerPixel, label: km < 1 ? `${Math.round(km * 1000)} m` : `${Math.round(km)} km` };
}

/** Returns the areas of the zoom buttons, the degrees at the top and at the left, and the scale bar, which labels keep clear of. */
export function mapObstacles(view: MapView, size: MapSize): Box[] {
  const { length, label } = scaleBar(view, size);
  const scaleWidth = length + 6 + label.length * SCALE_CHARACTER_WIDTH_PX;
  const degrees = buildGraticule(view, size).parallels.map(
    ({ position, label }): Box => [
      DEGREES_LEFT_PX,
      position - DEGREES_LINE_PX,
      DEGREES_LEFT_PX + label.length * DEGREES_CHARACTER_PX,
      position,
    ],
  );
  return [
    ...degrees,
    [0, 0, size.width, DEGREES_HEIGHT_PX],
    [size.width - ZOOM_BUTTONS_WIDTH_PX, 8, size.width - 8, ZOOM_BUTTONS_HEIGHT_PX],
    [SCALE_LEFT_PX, size.height - SCALE_HEIGHT_PX, SCALE_LEFT_PX + scaleWidth, size.height - 6],
  ];
}

/** A bar that shows a distance at the centre of the map. */
export function MapScale({ view, size }: { view: MapView; size: MapSize }) {
  const { length, label } = scaleBar(view, size);
  const y = size.height - 13;
  const path = `M${SCALE_LEFT_PX} ${y - 4}v4h${length}v-4`;
  return (
    <g strokeLinejoin="round">
      <path d={path} fill="none" className="stroke-map-land stroke-[3.5px]" />
      <path d={path} fill="none" className="stroke-map-label stroke-[1.2px]" />
      <text
        x={SCALE_LEFT_PX + length + 6}
        y={y + 1}
        className="fill-map-label stroke-map-land stroke-[3px] font-mono text-[10px] [paint-order:stroke]"
      >
        {label}
      </text>
    </g>
  );
}

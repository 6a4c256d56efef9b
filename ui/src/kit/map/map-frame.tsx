import type { Graticule } from './graticule.ts';
import type { MapSize } from './map-view.ts';

const FRAME_WIDTH_PX = 5;

/** The width of the corner with the zoom buttons, which labels keep clear of. */
export const ZOOM_BUTTONS_WIDTH_PX = 46;

export function MapGrid({ graticule, size }: { graticule: Graticule; size: MapSize }) {
  const lines = [
    ...graticule.meridians.map(({ position }) => `M${position} 0V${size.height}`),
    ...graticule.parallels.map(({ position }) => `M0 ${position}H${size.width}`),
  ];
  return <path d={lines.join('')} fill="none" className="stroke-map-grid stroke-[0.7]" />;
}

/** The black-and-white frame of an atlas map, with the degrees of the lines that end at it. */
export function MapFrame({ graticule, size }: { graticule: Graticule; size: MapSize }) {
  const { width, height } = size;
  const inner = `M${FRAME_WIDTH_PX} ${FRAME_WIDTH_PX}V${height - FRAME_WIDTH_PX}H${width - FRAME_WIDTH_PX}V${FRAME_WIDTH_PX}z`;
  const scalePath = [
    ...graticule.topPieces.map(([from, to]) => `M${from} 3H${to}M${from} ${height - 3}H${to}`),
    ...graticule.sidePieces.map(([from, to]) => `M3 ${from}V${to}M${width - 3} ${from}V${to}`),
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
          .map(({ degrees, position, label }) => (
            <text key={degrees} x={position + 3} y={17}>
              {label}
            </text>
          ))}
        {graticule.parallels
          .filter(({ position }) => position > 36 && position < height - FRAME_WIDTH_PX)
          .map(({ degrees, position, label }) => (
            <text key={degrees} x={10} y={position - 3}>
              {label}
            </text>
          ))}
      </g>
    </>
  );
}

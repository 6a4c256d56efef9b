import type { Graticule } from './graticule.ts';
import type { Size } from './view.ts';

const edge = 5;

/** Where the zoom buttons stand. */
export const cornerWidth = 46;

export function MapGrid({ graticule, size }: { graticule: Graticule; size: Size }) {
  const lines = [
    ...graticule.meridians.map(({ at }) => `M${at} 0V${size.height}`),
    ...graticule.parallels.map(({ at }) => `M0 ${at}H${size.width}`),
  ];
  return <path d={lines.join('')} fill="none" className="stroke-map-grid stroke-[0.7]" />;
}

/** The black-and-white neatline of an atlas, and what the lines that end at it are. */
export function MapFrame({ graticule, size }: { graticule: Graticule; size: Size }) {
  const { width, height } = size;
  const inner = `M${edge} ${edge}V${height - edge}H${width - edge}V${edge}z`;
  const scale = [
    ...graticule.top.map(([from, to]) => `M${from} 3H${to}M${from} ${height - 3}H${to}`),
    ...graticule.side.map(([from, to]) => `M3 ${from}V${to}M${width - 3} ${from}V${to}`),
  ];
  return (
    <>
      <path d={`M0 0H${width}V${height}H0z${inner}`} fillRule="evenodd" className="fill-panel" />
      <path d={scale.join('')} fill="none" className="stroke-ink-2 stroke-[2.4px]" />
      <g fill="none" className="stroke-ink-3 stroke-[0.8]">
        <rect x={1} y={1} width={width - 2} height={height - 2} />
        <path d={inner} />
      </g>
      <g
        strokeLinejoin="round"
        className="fill-map-label stroke-map-land stroke-[3px] font-mono text-[10px] tracking-[0.02em] [paint-order:stroke]"
      >
        {graticule.meridians
          .filter(({ at }) => at > edge && at < width - cornerWidth - 44)
          .map(({ degrees, at, label }) => (
            <text key={degrees} x={at + 3} y={17}>
              {label}
            </text>
          ))}
        {graticule.parallels
          .filter(({ at }) => at > 36 && at < height - edge)
          .map(({ degrees, at, label }) => (
            <text key={degrees} x={10} y={at - 3}>
              {label}
            </text>
          ))}
      </g>
    </>
  );
}

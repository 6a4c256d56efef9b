import { useKitTexts } from '#kit/kit-texts.tsx';
import type { Coordinates } from '#kit/values/coordinates.ts';
import { mapObstacles } from './map-frame.tsx';
import { labelBox, type MapMark, placeLabels } from './map-labels.ts';
import { type MapSize, type MapView, MIN_MOVE_PX, toPixel } from './map-view.ts';

export interface MapNeighbour extends Coordinates {
  code: string;
  name: string;
}

const MAX_NEIGHBOURS = 60;
const PIN_TOUCH_RADIUS_PX = 20;
const labelClassName = 'font-mono tracking-[0.03em] stroke-map-land stroke-[3px] [paint-order:stroke]';

interface Props {
  point: Coordinates | null;
  previousPoint: Coordinates | undefined;
  label: string | undefined;
  neighbours: readonly MapNeighbour[];
  view: MapView;
  size: MapSize;
  /** Whether the pin can be dragged. */
  isMovable: boolean;
}

/** The neighbours, drawn as small rings, and the pin with a line from where it was before. */
export function MapPoints({ point, previousPoint, label, neighbours, view, size, isMovable }: Props) {
  const { width, height } = size;
  const pin = point ? toMark(point, label ?? '', view, size) : undefined;
  const visibleNeighbours = neighbours
    .map((neighbour) => ({ ...toMark(neighbour, neighbour.code, view, size), name: neighbour.name }))
    .filter(({ x, y }) => x > 5 && y > 5 && x < width - 5 && y < height - 5)
    .slice(0, MAX_NEIGHBOURS);
  const texts = useKitTexts();
  const previousMark = previousPoint && pin && toMark(previousPoint, texts.mapPrevious, view, size);
  const move =
    previousMark && Math.hypot(pin.x - previousMark.x, pin.y - previousMark.y) >= MIN_MOVE_PX
      ? previousMark
      : undefined;
  const moveSide = move && pin && move.x > pin.x ? 'start' : 'end';
  const obstacles = [...mapObstacles(view, size), ...(move ? [labelBox(move, moveSide)] : [])];
  const { labelledMarks, pinSide } = placeLabels(pin, visibleNeighbours, size, obstacles);
  return (
    <>
      {labelledMarks.map(({ code, x, y, side }, index) => (
        <g key={`${code} ${x} ${y}`}>
          <title>{visibleNeighbours[index]?.name}</title>
          <circle cx={x} cy={y} r={2.4} className="fill-map-land stroke-ink-3 stroke-[1.1]" />
          {side && (
            <text
              x={side === 'start' ? x + 7 : x - 7}
              y={y + 3.6}
              textAnchor={side}
              strokeLinejoin="round"
              className={`${labelClassName} fill-ink-2 text-[10.5px] font-medium`}
            >
              {code}
            </text>
          )}
        </g>
      ))}
      {pin && move && <MapMove from={move} to={pin} side={moveSide} />}
      {pin && (
        <g>
          {label && (
            <text
              x={pinSide === 'start' ? pin.x + 13 : pin.x - 13}
              y={pin.y + 4}
              textAnchor={pinSide}
              strokeLinejoin="round"
              className={`${labelClassName} fill-ink text-xs font-semibold`}
            >
              {label}
            </text>
          )}
          {/* a finger on the pin drags it instead of scrolling the page */}
          {isMovable && (
            <circle cx={pin.x} cy={pin.y} r={PIN_TOUCH_RADIUS_PX} className="touch-none fill-transparent" />
          )}
          <circle cx={pin.x} cy={pin.y} r={9} className="fill-none stroke-accent opacity-50" />
          <circle cx={pin.x} cy={pin.y} r={5} className="fill-accent stroke-map-land stroke-[1.5]" />
        </g>
      )}
    </>
  );
}

interface MoveProps {
  from: MapMark;
  to: MapMark;
  /** The side of the previous place on which its label is drawn. */
  side: 'start' | 'end';
}

/** A line from the previous place, drawn as a hollow pin, to the new one. */
function MapMove({ from, to, side }: MoveProps) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [stepX, stepY] = [(to.x - from.x) / length, (to.y - from.y) / length];
  return (
    <g>
      <path
        d={`M${from.x + stepX * 5} ${from.y + stepY * 5}L${to.x - stepX * 10} ${to.y - stepY * 10}`}
        className="fill-none stroke-accent stroke-[1.5]"
      />
      <circle cx={from.x} cy={from.y} r={5} className="fill-map-land stroke-accent stroke-[1.5]" />
      <text
        x={side === 'start' ? from.x + 10 : from.x - 10}
        y={from.y + 4}
        textAnchor={side}
        strokeLinejoin="round"
        className="fill-ink-2 stroke-map-land stroke-[3px] text-xs [paint-order:stroke]"
      >
        {from.code}
      </text>
    </g>
  );
}

/** Dashed lines through the pin, drawn below all labels. */
export function MapCrosshair({ point, view, size }: Pick<Props, 'view' | 'size'> & { point: Coordinates }) {
  const [x, y] = toPixel(point, view, size);
  return (
    <path
      d={`M${x} 6V${size.height - 6}M6 ${y}H${size.width - 6}`}
      fill="none"
      strokeDasharray="2 3"
      className="stroke-accent stroke-[0.8]"
    />
  );
}

function toMark(point: Coordinates, code: string, view: MapView, size: MapSize): MapMark {
  const [x, y] = toPixel(point, view, size);
  return { code, x, y };
}

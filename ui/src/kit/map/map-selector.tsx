import { type KeyboardEvent, useId, useLayoutEffect, useState } from 'react';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { type Coordinates, formatDms } from '#kit/values/coordinates.ts';
import { buildGraticule } from './graticule.ts';
import { useLand, useLandPath } from './land.ts';
import { MapFrame, MapGrid, MapScale } from './map-frame.tsx';
import { MapCrosshair, type MapNeighbour, MapPoints } from './map-points.tsx';
import { MAX_ZOOM, type MapSize, type MapView, panView, toCoordinates, toPixel, zoomView } from './map-view.ts';
import { useMapGestures, useMapWheel } from './use-map-gestures.ts';
import { useMapView } from './use-map-view.ts';

export type { MapNeighbour };

export interface MapSelectorProps {
  'aria-label': string;
  /** What the keys do, for screen readers. */
  keyHelp: string;
  point: Coordinates | null;
  /** Without it the map is read-only. */
  onChange?: ((point: Coordinates) => void) | undefined;
  /** where the place was before the change that the map shows */
  previousPoint?: Coordinates | undefined;
  /** the code beside the pin */
  label?: string | undefined;
  neighbours?: readonly MapNeighbour[] | undefined;
  /** must set the height */
  className?: string | undefined;
}

const NO_NEIGHBOURS: readonly MapNeighbour[] = [];

/** A map with coastline and graticule and a pin that can be set, dragged and moved by keys. Needs no tile server. */
export function MapSelector(props: MapSelectorProps) {
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const size = useElementSize(element);
  return (
    <div
      ref={setElement}
      className={cx('relative min-w-0 overflow-hidden rounded-xs bg-map-sea select-none', props.className)}
    >
      {size && <SizedMap {...props} size={size} />}
    </div>
  );
}

function SizedMap({
  keyHelp,
  point,
  previousPoint,
  onChange,
  label,
  neighbours = NO_NEIGHBOURS,
  size,
  ...rest
}: MapSelectorProps & { size: MapSize }) {
  const texts = useKitTexts();
  const keysId = useId();
  const [surfaceElement, setSurfaceElement] = useState<HTMLDivElement | null>(null);
  const { view, setView, changePoint, keepInView } = useMapView({ point, previousPoint, neighbours, size, onChange });
  const graticule = buildGraticule(view, size);
  const onPick = onChange && changePoint;
  useMapWheel(surfaceElement, view, setView, size);

  function zoomBy(factor: number) {
    const pin = point ? toPixel(point, view, size) : undefined;
    const isPinVisible = pin && pin[0] > 0 && pin[1] > 0 && pin[0] < size.width && pin[1] < size.height;
    setView(zoomView(view, factor, size, isPinVisible ? pin : undefined));
  }
  const onPickByKey = (next: Coordinates) => {
    changePoint(next);
    keepInView(next);
  };
  return (
    <>
      <div
        ref={setSurfaceElement}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application handles the arrow keys itself
        tabIndex={0}
        aria-label={rest['aria-label']}
        aria-describedby={keysId}
        {...useMapGestures({ view, setView, size, point, onPick })}
        onKeyDown={(event) => onMapKey(event, { view, setView, size, point, onPick: onPick && onPickByKey, zoomBy })}
        className={cx(
          'absolute inset-0 touch-pan-y focus-visible:-outline-offset-2',
          onPick ? 'cursor-crosshair' : 'cursor-grab active:cursor-grabbing',
        )}
      >
        <svg aria-hidden="true" width={size.width} height={size.height} className="block">
          <MapGrid graticule={graticule} size={size} />
          <MapLand view={view} size={size} />
          {point && <MapCrosshair point={point} view={view} size={size} />}
          <MapFrame graticule={graticule} size={size} crosshair={point ? toPixel(point, view, size) : undefined} />
          <MapScale view={view} size={size} />
          <MapPoints
            point={point}
            previousPoint={previousPoint}
            label={label}
            neighbours={neighbours}
            view={view}
            size={size}
            isMovable={onPick !== undefined}
          />
        </svg>
      </div>
      <MapZoom zoom={view.zoom} zoomBy={zoomBy} />
      <span id={keysId} hidden>
        {keyHelp}
      </span>
      <output className="sr-only">
        {point && formatPoint(point)}
        {previousPoint && ` (${texts.mapPrevious}: ${formatPoint(previousPoint)})`}
      </output>
    </>
  );
}

const formatPoint = ({ latitude, longitude }: Coordinates) =>
  `${formatDms(latitude, 'latitude')} ${formatDms(longitude, 'longitude')}`;

function useElementSize(element: HTMLElement | null): MapSize | undefined {
  const [size, setSize] = useState<MapSize>();
  useLayoutEffect(() => {
    if (!element) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width > 0 && height > 0) setSize({ width, height });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

/** Land with its coast, and three shades of waves around it. */
function MapLand({ view, size }: { view: MapView; size: MapSize }) {
  const id = useId();
  const land = useLand(view);
  const { path, dx, dy } = useLandPath(land, view, size);
  const renderLayer = (className: string) => <use href={`#${id}`} className={className} />;
  // all land until the coastline is loaded: sea under the pin would be wrong
  if (!land) return <rect width={size.width} height={size.height} className="fill-map-land" />;
  return (
    <>
      <defs>
        <path id={id} d={path} />
      </defs>
      <g transform={`translate(${dx} ${dy})`} strokeLinejoin="round">
        <g fill="none" className="stroke-map-wave">
          {renderLayer('stroke-[13px] opacity-28')}
          {renderLayer('stroke-[8px] opacity-40')}
          {renderLayer('stroke-[3.5px] opacity-60')}
        </g>
        {renderLayer('fill-map-land stroke-map-coast stroke-[0.8]')}
      </g>
    </>
  );
}

function MapZoom({ zoom, zoomBy }: { zoom: number; zoomBy: (factor: number) => void }) {
  const texts = useKitTexts();
  const renderButton = (label: string, icon: 'plus' | 'minus', factor: number, isDisabled: boolean) => (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={isDisabled || undefined}
      onClick={() => zoomBy(factor)}
      className={cx(
        'grid size-[26px] place-items-center pointer-coarse:size-10 first:rounded-t-sm last:rounded-b-sm focus-visible:-outline-offset-2',
        isDisabled ? 'text-ink-off' : 'text-ink hover:bg-hover active:bg-active',
      )}
    >
      <Icon name={icon} size={14} />
    </button>
  );
  return (
    <div className="absolute top-3.5 right-3.5 flex flex-col divide-y divide-line rounded-sm bg-panel shadow-1 ring-1 ring-line-strong">
      {renderButton(texts.zoomIn, 'plus', 2, zoom >= MAX_ZOOM)}
      {renderButton(texts.zoomOut, 'minus', 0.5, zoom <= 1)}
    </div>
  );
}

const ARROW_DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface MapKeyContext {
  view: MapView;
  setView: (view: MapView) => void;
  size: MapSize;
  point: Coordinates | null;
  onPick: ((point: Coordinates) => void) | undefined;
  zoomBy: (factor: number) => void;
}

/** Arrows move the pin by a pixel, or by ten with Shift. If there is no pin to move, they move the map in larger steps. */
function onMapKey(event: KeyboardEvent, { view, setView, size, point, onPick, zoomBy }: MapKeyContext): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const arrow = ARROW_DIRECTIONS[event.key];
  if (arrow) {
    const distance = event.shiftKey ? 10 : 1;
    const [dx, dy] = arrow;
    if (point && onPick) {
      const [x, y] = toPixel(point, view, size);
      const moved = toCoordinates([x + dx * distance, y + dy * distance], view, size);
      // the other axis keeps its exact value
      onPick(dx === 0 ? { ...point, latitude: moved.latitude } : { ...point, longitude: moved.longitude });
    } else setView(panView(view, -dx * distance * 20, -dy * distance * 20, size));
  } else if (event.key === '+' || event.key === '=') zoomBy(2);
  else if (event.key === '-' || event.key === '_') zoomBy(0.5);
  else if ((event.key === 'Enter' || event.key === ' ') && onPick && !point)
    onPick(toCoordinates([size.width / 2, size.height / 2], view, size));
  else return;
  event.preventDefault();
}

import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { type Coordinates, formatDms } from '#kit/values/coordinates.ts';
import { graticuleOf } from './graticule.ts';
import { useLand, useLandPath } from './land.ts';
import { MapFrame, MapGrid } from './map-frame.tsx';
import { MapCross, MapPoints, type Neighbour } from './map-points.tsx';
import { useMapGestures, useMapWheel } from './use-map-gestures.ts';
import { closest, panned, pixelOf, pointAt, type Size, type View, viewOf, zoomed } from './view.ts';

export type { Neighbour };

export interface MapSelectorProps {
  'aria-label': string;
  point: Coordinates | null;
  /** Without it the map is only looked at. */
  onChange?: ((point: Coordinates) => void) | undefined;
  /** at the pin: its code */
  label?: string | undefined;
  neighbours?: readonly Neighbour[] | undefined;
  /** gives the height */
  className?: string | undefined;
}

const none: readonly Neighbour[] = [];

/** Coast and graticule, a pin to be set, dragged and moved by keys; made from files of this site, no tiles. */
export function MapSelector(props: MapSelectorProps) {
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const size = useSize(element);
  return (
    <div
      ref={setElement}
      className={cx('relative min-w-0 overflow-hidden rounded-xs bg-map-sea select-none', props.className)}
    >
      {size && <SizedMap {...props} size={size} />}
    </div>
  );
}

function SizedMap({ point, onChange, label, neighbours = none, size, ...rest }: MapSelectorProps & { size: Size }) {
  const texts = useKitTexts();
  const keysId = useId();
  const [surface, setSurface] = useState<HTMLDivElement | null>(null);
  const { view, setView, emit, follow } = useMapView({ point, neighbours, size, onChange });
  const graticule = graticuleOf(view, size);
  const pick = onChange && emit;
  useMapWheel(surface, view, setView, size);

  function zoomBy(factor: number) {
    const pin = point ? pixelOf(point, view, size) : undefined;
    const seen = pin && pin[0] > 0 && pin[1] > 0 && pin[0] < size.width && pin[1] < size.height;
    setView(zoomed(view, factor, size, seen ? pin : undefined));
  }
  const pickByKey = (next: Coordinates) => {
    emit(next);
    follow(next);
  };
  return (
    <>
      <div
        ref={setSurface}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes the keys, arrows among them
        tabIndex={0}
        aria-label={rest['aria-label']}
        aria-describedby={keysId}
        {...useMapGestures({ view, setView, size, point, pick })}
        onKeyDown={(event) => onMapKey(event, { view, setView, size, point, pick: pick && pickByKey, zoomBy })}
        className={cx(
          'absolute inset-0 touch-none focus-visible:-outline-offset-2',
          pick ? 'cursor-crosshair' : 'cursor-grab active:cursor-grabbing',
        )}
      >
        <svg aria-hidden="true" width={size.width} height={size.height} className="block">
          <MapGrid graticule={graticule} size={size} />
          <MapLand view={view} size={size} />
          {point && <MapCross point={point} view={view} size={size} />}
          <MapFrame graticule={graticule} size={size} />
          <MapPoints {...{ point, label, neighbours, view, size }} />
        </svg>
      </div>
      <MapZoom zoom={view.zoom} zoomBy={zoomBy} />
      <span id={keysId} hidden>
        {pick ? texts.mapKeys : texts.mapKeysReadOnly}
      </span>
      <output className="sr-only">
        {point && `${formatDms(point.latitude, 'latitude')} ${formatDms(point.longitude, 'longitude')}`}
      </output>
    </>
  );
}

function useSize(element: HTMLElement | null): Size | undefined {
  const [size, setSize] = useState<Size>();
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

/** Land with its coast, and the sea going out from it in three waves. */
function MapLand({ view, size }: { view: View; size: Size }) {
  const id = useId();
  const land = useLand(view);
  const { path, dx, dy } = useLandPath(land, view, size);
  const part = (look: string) => <use href={`#${id}`} className={look} />;
  // bare paper until the coast has come: a sea under the pin would be wrong
  if (!land) return <rect width={size.width} height={size.height} className="fill-map-land" />;
  return (
    <>
      <defs>
        <path id={id} d={path} />
      </defs>
      <g transform={`translate(${dx} ${dy})`} strokeLinejoin="round">
        <g fill="none" className="stroke-map-wave">
          {part('stroke-[13px] opacity-28')}
          {part('stroke-[8px] opacity-40')}
          {part('stroke-[3.5px] opacity-60')}
        </g>
        {part('fill-map-land stroke-map-coast stroke-[0.8]')}
      </g>
    </>
  );
}

function MapZoom({ zoom, zoomBy }: { zoom: number; zoomBy: (factor: number) => void }) {
  const texts = useKitTexts();
  const button = (label: string, icon: 'plus' | 'minus', factor: number, end: boolean) => (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={end || undefined}
      onClick={() => zoomBy(factor)}
      className={cx(
        'grid size-[26px] place-items-center first:rounded-t-sm last:rounded-b-sm focus-visible:-outline-offset-2',
        end ? 'text-ink-off' : 'text-ink hover:bg-hover active:bg-active',
      )}
    >
      <Icon name={icon} size={14} />
    </button>
  );
  return (
    <div className="absolute top-3.5 right-3.5 flex flex-col divide-y divide-line rounded-sm bg-panel shadow-1 ring-1 ring-line-strong">
      {button(texts.zoomIn, 'plus', 2, zoom >= closest)}
      {button(texts.zoomOut, 'minus', 0.5, zoom <= 1)}
    </div>
  );
}

const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface Map {
  view: View;
  setView: (view: View) => void;
  size: Size;
  point: Coordinates | null;
  pick: ((point: Coordinates) => void) | undefined;
  zoomBy: (factor: number) => void;
}

/** Arrows move the pin by a pixel, with Shift by ten; without a pin to move, the map by more. */
function onMapKey(event: KeyboardEvent, { view, setView, size, point, pick, zoomBy }: Map): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const arrow = arrows[event.key];
  if (arrow) {
    const far = event.shiftKey ? 10 : 1;
    const [dx, dy] = arrow;
    if (point && pick) {
      const [x, y] = pixelOf(point, view, size);
      const moved = pointAt([x + dx * far, y + dy * far], view, size);
      // the other axis keeps its exact value
      pick(dx === 0 ? { ...point, latitude: moved.latitude } : { ...point, longitude: moved.longitude });
    } else setView(panned(view, -dx * far * 20, -dy * far * 20, size));
  } else if (event.key === '+' || event.key === '=') zoomBy(2);
  else if (event.key === '-' || event.key === '_') zoomBy(0.5);
  else if ((event.key === 'Enter' || event.key === ' ') && pick && !point)
    pick(pointAt([size.width / 2, size.height / 2], view, size));
  else return;
  event.preventDefault();
}

interface Input {
  point: Coordinates | null;
  neighbours: readonly Coordinates[];
  size: Size;
  onChange: ((point: Coordinates) => void) | undefined;
}

const margin = 28;

/** The piece shown: it centres on a point that comes from outside, and stays where one points on the map itself. */
function useMapView({ point, neighbours, size, onChange }: Input) {
  const [chosen, setView] = useState<View>();
  const own = useRef(point);
  const had = useRef(point !== null);
  const { latitude, longitude } = point ?? {};

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another point moves the map
  useEffect(() => {
    const isOwn = own.current?.latitude === latitude && own.current?.longitude === longitude;
    if (point && !isOwn) {
      const centred = viewOf([point], size);
      setView((view) => ({ ...centred, zoom: view && had.current ? view.zoom : centred.zoom }));
    }
    own.current = point;
    had.current = point !== null;
  }, [latitude, longitude]);

  const view = chosen ?? viewOf(point ? [point] : neighbours, size);

  function emit(next: Coordinates) {
    own.current = next;
    // what is around is seen best from where one pointed
    setView((before) => before ?? view);
    onChange?.(next);
  }

  /** Moves the map along where the point would leave it. */
  function follow(next: Coordinates) {
    const [x, y] = pixelOf(next, view, size);
    const inside = x > margin && y > margin && x < size.width - margin && y < size.height - margin;
    if (!inside) setView({ ...viewOf([next], size), zoom: view.zoom });
  }
  return { view, setView, emit, follow };
}

import { useId, useLayoutEffect, useState } from 'react';
import { type Coordinates, formatDms } from '#kit/coordinates.ts';
import { cx } from '#kit/cx.ts';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { graticuleOf } from './graticule.ts';
import { MapFrame, MapGrid } from './map-frame.tsx';
import { onMapKey } from './map-keys.ts';
import { MapLand } from './map-land.tsx';
import { MapCross, MapPoints, type Neighbour } from './map-points.tsx';
import { MapZoom } from './map-zoom.tsx';
import { useMapGestures, useMapWheel } from './use-map-gestures.ts';
import { useMapView } from './use-map-view.ts';
import { pixelOf, type Size, zoomed } from './view.ts';

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

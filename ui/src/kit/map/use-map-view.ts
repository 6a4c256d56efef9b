import { useEffect, useRef, useState } from 'react';
import type { Coordinates } from '#kit/coordinates.ts';
import { pixelOf, type Size, type View, viewOf } from './view.ts';

interface Input {
  point: Coordinates | null;
  neighbours: readonly Coordinates[];
  size: Size;
  onChange: ((point: Coordinates) => void) | undefined;
}

const margin = 28;

/** The piece shown: it centres on a point that comes from outside, and stays where one points on the map itself. */
export function useMapView({ point, neighbours, size, onChange }: Input) {
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

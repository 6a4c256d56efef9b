import { useEffect, useRef, useState } from 'react';
import type { Coordinates } from '#kit/values/coordinates.ts';
import { fitAround, fitMove, fitView, type MapSize, type MapView, toPixel } from './map-view.ts';

interface MapViewInput {
  point: Coordinates | null;
  previousPoint: Coordinates | undefined;
  neighbours: readonly Coordinates[];
  size: MapSize;
  onChange: ((point: Coordinates) => void) | undefined;
}

const FOLLOW_MARGIN_PX = 28;
/** The nearest neighbours, which are visible until the user moves the map. */
const FITTED_NEIGHBOURS = 3;

/** Holds the visible area: centres it on a point set from outside, and keeps it when the user picks a point on the map. */
export function useMapView({ point, previousPoint, neighbours, size, onChange }: MapViewInput) {
  const [chosenView, setView] = useState<MapView>();
  const lastPickedPoint = useRef(point);
  const hadPoint = useRef(point !== null);
  const { latitude, longitude } = point ?? {};

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a changed point moves the map
  useEffect(() => {
    const isOwnPick =
      lastPickedPoint.current?.latitude === latitude && lastPickedPoint.current?.longitude === longitude;
    if (point && !isOwnPick) {
      const centred = fitView([point], size);
      const keepsZoom = hadPoint.current;
      // an area that the user has not chosen follows the point by itself
      setView((chosen) => chosen && { ...centred, zoom: keepsZoom ? chosen.zoom : centred.zoom });
    }
    lastPickedPoint.current = point;
    hadPoint.current = point !== null;
  }, [latitude, longitude]);

  const nearest = neighbours.slice(0, FITTED_NEIGHBOURS);
  const moveView = point && previousPoint && fitMove(previousPoint, point, size);
  const view = chosenView ?? moveView ?? (point ? fitAround(point, nearest, size) : fitView(neighbours, size));

  function changePoint(next: Coordinates) {
    lastPickedPoint.current = next;
    // the area stays put when the user picks a point in it
    setView((current) => current ?? view);
    onChange?.(next);
  }

  /** Recentres the map on a point that is too close to the edge. */
  function keepInView(next: Coordinates) {
    const [x, y] = toPixel(next, view, size);
    const isInside =
      x > FOLLOW_MARGIN_PX &&
      y > FOLLOW_MARGIN_PX &&
      x < size.width - FOLLOW_MARGIN_PX &&
      y < size.height - FOLLOW_MARGIN_PX;
    if (!isInside) setView({ ...fitView([next], size), zoom: view.zoom });
  }
  return { view, setView, changePoint, keepInView };
}

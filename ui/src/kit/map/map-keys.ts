import type { KeyboardEvent } from 'react';
import type { Coordinates } from '#kit/coordinates.ts';
import { panned, pixelOf, pointAt, type Size, type View } from './view.ts';

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
export function onMapKey(event: KeyboardEvent, { view, setView, size, point, pick, zoomBy }: Map): void {
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

import { type PointerEvent, useEffect, useRef } from 'react';
import type { Coordinates } from '#kit/values/coordinates.ts';
import { type MapSize, type MapView, panView, toCoordinates, toPixel, zoomView } from './map-view.ts';

interface MapGestureInput {
  view: MapView;
  setView: (view: MapView) => void;
  size: MapSize;
  point: Coordinates | null;
  /** undefined if the point is read-only */
  onPick: ((point: Coordinates) => void) | undefined;
}

interface MapDrag {
  x: number;
  y: number;
  view: MapView;
  /** from the pointer to the pin's centre, so that the pin does not jump when it is grabbed */
  pinOffset: [number, number] | undefined;
  hasMoved: boolean;
}

interface MapPinch {
  /** The start of the gesture: the view, and the middle of the two fingers and their distance in pixels. */
  view: MapView;
  middle: Point;
  distance: number;
}

type Point = readonly [number, number];

const PIN_RADIUS_PX = { mouse: 14, touch: 20 };
const DRAG_THRESHOLD_PX = 4;
const EDGE_PX = 6;

const middleOf = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
const distanceOf = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]);

function pointerPosition({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): [number, number] {
  const { left, top } = currentTarget.getBoundingClientRect();
  return [clientX - left, clientY - top];
}

/** Drags the map or its pin, picks the point that is clicked, and zooms with two fingers. */
export function useMapGestures({ view, setView, size, point, onPick }: MapGestureInput) {
  const dragRef = useRef<MapDrag>(undefined);
  const pinchRef = useRef<MapPinch>(undefined);
  const pressedPointers = useRef(new Map<number, Point>());
  const clamp = (value: number, length: number) => Math.min(length - EDGE_PX, Math.max(EDGE_PX, value));

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    const [x, y] = pointerPosition(event);
    const pointers = pressedPointers.current.set(event.pointerId, [x, y]);
    event.currentTarget.setPointerCapture(event.pointerId);
    const [first, second] = [...pointers.values()];
    if (first && second) {
      dragRef.current = undefined;
      pinchRef.current = { view, middle: middleOf(first, second), distance: distanceOf(first, second) };
      return;
    }
    const [pinX, pinY] = point ? toPixel(point, view, size) : [Number.NaN, Number.NaN];
    const onPin =
      onPick && Math.hypot(x - pinX, y - pinY) <= PIN_RADIUS_PX[event.pointerType === 'touch' ? 'touch' : 'mouse'];
    dragRef.current = { x, y, view, pinOffset: onPin ? [pinX - x, pinY - y] : undefined, hasMoved: false };
  }

  function onPinchMove(pinch: MapPinch) {
    const [first, second] = [...pressedPointers.current.values()];
    if (!first || !second) return;
    const middle = middleOf(first, second);
    const zoomed = zoomView(pinch.view, distanceOf(first, second) / Math.max(1, pinch.distance), size, pinch.middle);
    setView(panView(zoomed, middle[0] - pinch.middle[0], middle[1] - pinch.middle[1], size));
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const [x, y] = pointerPosition(event);
    const { current: pointers } = pressedPointers;
    if (pointers.has(event.pointerId)) pointers.set(event.pointerId, [x, y]);
    if (pinchRef.current) return onPinchMove(pinchRef.current);
    const drag = dragRef.current;
    if (!drag) return;
    drag.hasMoved ||= Math.hypot(x - drag.x, y - drag.y) >= DRAG_THRESHOLD_PX;
    if (!drag.hasMoved) return;
    if (!drag.pinOffset) return setView(panView(drag.view, x - drag.x, y - drag.y, size));
    const [dx, dy] = drag.pinOffset;
    onPick?.(toCoordinates([clamp(x + dx, size.width), clamp(y + dy, size.height)], view, size));
  }

  function onPointerUp(event: PointerEvent<HTMLElement>) {
    const drag = dragRef.current;
    onPointerCancel(event);
    if (drag && !drag.hasMoved && !drag.pinOffset) onPick?.(toCoordinates(pointerPosition(event), view, size));
  }

  function onPointerCancel(event: PointerEvent<HTMLElement>) {
    dragRef.current = undefined;
    pressedPointers.current.delete(event.pointerId);
    if (pressedPointers.current.size < 2) pinchRef.current = undefined;
  }
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel };
}

/** Zooms with the wheel once the pointer has moved over the map, so that scrolling the page past it does not zoom. */
export function useMapWheel(
  element: HTMLElement | null,
  view: MapView,
  setView: (view: MapView) => void,
  size: MapSize,
) {
  const latest = useRef({ view, setView, size });
  latest.current = { view, setView, size };
  useEffect(() => {
    if (!element) return;
    let pointerMoved = false;
    const onMove = ({ movementX, movementY }: globalThis.PointerEvent) => {
      pointerMoved ||= movementX !== 0 || movementY !== 0;
    };
    const onLeave = () => {
      pointerMoved = false;
    };
    const onWheel = (event: WheelEvent) => {
      if (!pointerMoved && !event.ctrlKey) return;
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      const notch = Math.max(-1, Math.min(1, -event.deltaY / (event.deltaMode === 0 ? 100 : 3)));
      const pixel = [event.clientX - left, event.clientY - top] as const;
      const next = zoomView(latest.current.view, 2 ** (notch / 2), latest.current.size, pixel);
      // several wheel events may arrive before the next render
      latest.current.view = next;
      latest.current.setView(next);
    };
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerleave', onLeave);
    // React's own listener is passive and cannot prevent the page from scrolling
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerleave', onLeave);
      element.removeEventListener('wheel', onWheel);
    };
  }, [element]);
}

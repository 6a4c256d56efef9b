import { type PointerEvent, useEffect, useRef } from 'react';
import type { Coordinates } from '#kit/values/coordinates.ts';
import { panned, pixelOf, pointAt, type Size, type View, zoomed } from './view.ts';

interface Map {
  view: View;
  setView: (view: View) => void;
  size: Size;
  point: Coordinates | null;
  /** nothing where the point is not to be changed */
  pick: ((point: Coordinates) => void) | undefined;
}

interface Grip {
  x: number;
  y: number;
  view: View;
  /** from the pin's middle, so that it does not jump when taken */
  pin: [number, number] | undefined;
  moved: boolean;
}

const reach = 14;
const still = 4;
const frame = 6;

function place({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): [number, number] {
  const { left, top } = currentTarget.getBoundingClientRect();
  return [clientX - left, clientY - top];
}

/** Drags the map or its pin, and picks where it is clicked. */
export function useMapGestures({ view, setView, size, point, pick }: Map) {
  const grip = useRef<Grip>(undefined);
  const clamp = (value: number, length: number) => Math.min(length - frame, Math.max(frame, value));

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    const [x, y] = place(event);
    const [pinX, pinY] = point ? pixelOf(point, view, size) : [Number.NaN, Number.NaN];
    const onPin = pick && Math.hypot(x - pinX, y - pinY) <= reach;
    grip.current = { x, y, view, pin: onPin ? [pinX - x, pinY - y] : undefined, moved: false };
    event.currentTarget.setPointerCapture(event.pointerId);
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const held = grip.current;
    if (!held) return;
    const [x, y] = place(event);
    held.moved ||= Math.hypot(x - held.x, y - held.y) >= still;
    if (!held.moved) return;
    if (!held.pin) return setView(panned(held.view, x - held.x, y - held.y, size));
    const [dx, dy] = held.pin;
    pick?.(pointAt([clamp(x + dx, size.width), clamp(y + dy, size.height)], view, size));
  }

  function onPointerUp(event: PointerEvent<HTMLElement>) {
    const held = grip.current;
    grip.current = undefined;
    if (held && !held.moved && !held.pin) pick?.(pointAt(place(event), view, size));
  }

  const onPointerCancel = () => {
    grip.current = undefined;
  };
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel };
}

/** Zooms with the wheel, but not while the page is being scrolled past under a pointer that rests. */
export function useMapWheel(element: HTMLElement | null, view: View, setView: (view: View) => void, size: Size) {
  const now = useRef({ view, setView, size });
  now.current = { view, setView, size };
  useEffect(() => {
    if (!element) return;
    let meant = false;
    const move = ({ movementX, movementY }: globalThis.PointerEvent) => {
      meant ||= movementX !== 0 || movementY !== 0;
    };
    const leave = () => {
      meant = false;
    };
    const wheel = (event: WheelEvent) => {
      if (!meant && !event.ctrlKey) return;
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      const notches = Math.max(-1, Math.min(1, -event.deltaY / (event.deltaMode === 0 ? 100 : 3)));
      const at = [event.clientX - left, event.clientY - top] as const;
      const next = zoomed(now.current.view, 2 ** (notches / 2), now.current.size, at);
      // several notches may come before the next render
      now.current.view = next;
      now.current.setView(next);
    };
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerleave', leave);
    // React's own listener is passive and could not keep the page still
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerleave', leave);
      element.removeEventListener('wheel', wheel);
    };
  }, [element]);
}

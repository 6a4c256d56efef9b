import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { fitView, type MapSize, type MapView, toCoordinates } from './map-view.ts';
import { useMapGestures } from './use-map-gestures.ts';

const size: MapSize = { width: 400, height: 200 };
const start = fitView([{ latitude: 39.5, longitude: 116.4 }], size);

interface Props {
  onView: (view: MapView) => void;
  onPick: () => void;
}

function Surface({ onView, onPick }: Props) {
  const [view, setView] = useState(start);
  const gestures = useMapGestures({
    view,
    size,
    point: null,
    onPick,
    setView: (next) => {
      setView(next);
      onView(next);
    },
  });
  return <div data-testid="surface" {...gestures} />;
}

function setUp() {
  const [onView, onPick] = [vi.fn<(view: MapView) => void>(), vi.fn()];
  render(<Surface onView={onView} onPick={onPick} />);
  const surface = screen.getByTestId('surface');
  surface.setPointerCapture = () => undefined;
  const touch = (pointerId: number, clientX: number, clientY: number) => ({
    pointerId,
    pointerType: 'touch',
    button: 0,
    clientX,
    clientY,
  });
  return { onView, onPick, surface, touch };
}

it('zooms with two fingers around the place between them, and picks no point', () => {
  const { onView, onPick, surface, touch } = setUp();
  fireEvent.pointerDown(surface, touch(1, 100, 100));
  fireEvent.pointerDown(surface, touch(2, 200, 100));
  fireEvent.pointerMove(surface, touch(1, 50, 100));
  fireEvent.pointerMove(surface, touch(2, 250, 100));
  const zoomed = onView.mock.lastCall?.[0];
  expect(zoomed?.zoom).toBeCloseTo(start.zoom * 2);
  const [before, after] = [start, zoomed ?? start].map((view) => toCoordinates([150, 100], view, size));
  expect(after?.longitude).toBeCloseTo(before?.longitude ?? 0, 1);

  fireEvent.pointerUp(surface, touch(1, 50, 100));
  fireEvent.pointerUp(surface, touch(2, 250, 100));
  expect(onPick).not.toHaveBeenCalled();
});

it('moves the map with two fingers', () => {
  const { onView, surface, touch } = setUp();
  fireEvent.pointerDown(surface, touch(1, 100, 100));
  fireEvent.pointerDown(surface, touch(2, 200, 100));
  fireEvent.pointerMove(surface, touch(1, 140, 100));
  fireEvent.pointerMove(surface, touch(2, 240, 100));
  const moved = onView.mock.lastCall?.[0];
  expect(moved?.zoom).toBeCloseTo(start.zoom);
  expect(moved?.longitude).toBeCloseTo(toCoordinates([160, 100], start, size).longitude, 1);
});

it('picks the point of a tap, also after two fingers were used', () => {
  const { onPick, surface, touch } = setUp();
  for (const id of [1, 2]) fireEvent.pointerDown(surface, touch(id, 100 * id, 100));
  for (const id of [1, 2]) fireEvent.pointerCancel(surface, touch(id, 100 * id, 100));
  fireEvent.pointerDown(surface, touch(3, 120, 80));
  fireEvent.pointerUp(surface, touch(3, 120, 80));
  expect(onPick).toHaveBeenCalledExactlyOnceWith(toCoordinates([120, 80], start, size));
});

import { describe, expect, it } from 'vitest';
import { degreeLabel, graticuleOf } from './graticule.ts';
import { placeLabels } from './labels.ts';
import { closest, panned, pixelOf, pointAt, viewOf, zoomed } from './view.ts';

const size = { width: 552, height: 232 };
const daxing = { latitude: 39.501289, longitude: 116.413967 };
const view = viewOf([daxing], size);

describe('a view', () => {
  it('has its place in the middle', () => {
    const [x, y] = pixelOf(daxing, view, size);
    expect(x).toBeCloseTo(276);
    expect(y).toBeCloseTo(116);
    expect(viewOf([], size).zoom).toBe(1);
  });

  it('goes from pixel to place and back within a tenth of a pixel', () => {
    for (const zoom of [1, 3, 32, 700, closest])
      for (const pixel of [
        [10, 20],
        [276, 116],
        [540, 220],
      ] as const) {
        const here = { ...view, zoom };
        const [x, y] = pixelOf(pointAt(pixel, here, size), here, size);
        expect(Math.hypot(x - pixel[0], y - pixel[1])).toBeLessThan(0.15);
      }
  });

  it('keeps the place under the pixel when zoomed', () => {
    const before = pointAt([100, 50], view, size);
    const [x, y] = pixelOf(before, zoomed(view, 4, size, [100, 50]), size);
    expect(x).toBeCloseTo(100, 0);
    expect(y).toBeCloseTo(50, 0);
    expect(zoomed(view, 1e9, size).zoom).toBe(closest);
    expect(zoomed(view, 1e-9, size).zoom).toBe(1);
  });

  it('shifts by pixels, over the date line too, and never beyond the poles', () => {
    const [x, y] = pixelOf(daxing, panned(view, 30, -20, size), size);
    expect(x).toBeCloseTo(306);
    expect(y).toBeCloseTo(96);
    const fiji = panned(viewOf([{ latitude: -17, longitude: 179 }], size), -200, 0, size);
    expect(fiji.longitude).toBeLessThan(-170);
    expect(panned(viewOf([], size), 0, 1e6, size).latitude).toBeLessThan(85);
  });

  it('holds all of several places, on both sides of the date line', () => {
    const places = [
      { latitude: -17, longitude: 178 },
      { latitude: -14, longitude: -171 },
    ];
    const both = viewOf(places, size);
    for (const place of places) {
      const [x, y] = pixelOf(place, both, size);
      expect(x > 0 && x < size.width && y > 0 && y < size.height).toBe(true);
    }
  });
});

describe('the graticule', () => {
  it('has round degrees at their pixels', () => {
    const { meridians, parallels } = graticuleOf(view, size);
    expect(meridians.map(({ label }) => label)).toEqual(['112°E', '114°E', '116°E', '118°E', '120°E', '122°E']);
    expect(parallels.map(({ label }) => label)).toEqual(['38°N', '40°N']);
    for (const { degrees, at } of meridians)
      expect(pixelOf({ latitude: 39, longitude: degrees }, view, size)[0]).toBeCloseTo(at);
  });

  it('counts on over the date line', () => {
    expect([degreeLabel(-180, 'E', 'W'), degreeLabel(190, 'E', 'W')]).toEqual(['180°', '170°W']);
    expect([degreeLabel(180, 'E', 'W'), degreeLabel(0, 'N', 'S'), degreeLabel(-33.5, 'N', 'S')]).toEqual([
      '180°',
      '0°',
      '33.5°S',
    ]);
  });
});

it('puts each code where there is room, else leaves it out', () => {
  const pin = { code: 'PKX', x: 200, y: 100 };
  const marks = [
    { code: 'PEK', x: 210, y: 60 },
    { code: 'NAY', x: 236, y: 60 },
    { code: 'TSN', x: 222, y: 60 },
    { code: 'DLC', x: 530, y: 150 },
  ];
  const { placed, pinSide } = placeLabels(pin, marks, size);
  expect(pinSide).toBe('end');
  expect(placed.map(({ side }) => side)).toEqual(['end', 'start', undefined, 'end']);
  expect(placeLabels({ ...pin, x: 20 }, [], size).pinSide).toBe('start');
});

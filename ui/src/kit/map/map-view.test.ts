import { describe, expect, it } from 'vitest';
import { type Coordinates, distanceKm } from '#kit/values/coordinates.ts';
import { buildGraticule, formatDegrees } from './graticule.ts';
import { mapObstacles, scaleBar } from './map-frame.tsx';
import { placeLabels } from './map-labels.ts';
import {
  fitAround,
  fitMove,
  fitView,
  kilometresPerPixel,
  MAX_ZOOM,
  type MapView,
  MIN_MOVE_PX,
  panView,
  toCoordinates,
  toPixel,
  zoomView,
} from './map-view.ts';

const size = { width: 552, height: 232 };
const DAXING = { latitude: 39.501289, longitude: 116.413967 };
const view = fitView([DAXING], size);

describe('a view', () => {
  it('is centred on its only point', () => {
    const [x, y] = toPixel(DAXING, view, size);
    expect(x).toBeCloseTo(276);
    expect(y).toBeCloseTo(116);
    expect(fitView([], size).zoom).toBe(1);
  });

  it('converts pixels to coordinates and back within 0.15 pixels', () => {
    for (const zoom of [1, 3, 32, 700, MAX_ZOOM])
      for (const pixel of [
        [10, 20],
        [276, 116],
        [540, 220],
      ] as const) {
        const zoomedView = { ...view, zoom };
        const [x, y] = toPixel(toCoordinates(pixel, zoomedView, size), zoomedView, size);
        expect(Math.hypot(x - pixel[0], y - pixel[1])).toBeLessThan(0.15);
      }
  });

  it('keeps the point under the pixel when zoomed', () => {
    const coordinates = toCoordinates([100, 50], view, size);
    const [x, y] = toPixel(coordinates, zoomView(view, 4, size, [100, 50]), size);
    expect(x).toBeCloseTo(100, 0);
    expect(y).toBeCloseTo(50, 0);
    expect(zoomView(view, 1e9, size).zoom).toBe(MAX_ZOOM);
    expect(zoomView(view, 1e-9, size).zoom).toBe(1);
  });

  it('pans by pixels, also across the date line, but not beyond the poles', () => {
    const [x, y] = toPixel(DAXING, panView(view, 30, -20, size), size);
    expect(x).toBeCloseTo(306);
    expect(y).toBeCloseTo(96);
    const pannedFiji = panView(fitView([{ latitude: -17, longitude: 179 }], size), -200, 0, size);
    expect(pannedFiji.longitude).toBeLessThan(-170);
    expect(panView(fitView([], size), 0, 1e6, size).latitude).toBeLessThan(85);
  });

  it('contains several points on both sides of the date line', () => {
    const points = [
      { latitude: -17, longitude: 178 },
      { latitude: -14, longitude: -171 },
    ];
    const sharedView = fitView(points, size);
    for (const point of points) {
      const [x, y] = toPixel(point, sharedView, size);
      expect(x > 0 && x < size.width && y > 0 && y < size.height).toBe(true);
    }
  });
});

describe('a view around a point', () => {
  const isVisible = (point: Coordinates, shown: MapView) => {
    const [x, y] = toPixel(point, shown, size);
    return x > 30 && x < size.width - 30 && y > 20 && y < size.height - 20;
  };

  it('keeps the point at its centre and contains its neighbours, also across the date line and far north', () => {
    for (const [point, neighbours] of [
      [DAXING, [{ latitude: 45, longitude: 117 }]],
      [{ latitude: -17, longitude: 178 }, [{ latitude: -14, longitude: -171 }]],
      [{ latitude: 78, longitude: 15 }, [{ latitude: 70, longitude: 25 }]],
    ] as const) {
      const shown = fitAround(point, neighbours, size);
      expect(toPixel(point, shown, size)[0]).toBeCloseTo(size.width / 2);
      expect(neighbours.filter((neighbour) => !isVisible(neighbour, shown))).toEqual([]);
    }
  });

  it('is no larger for neighbours on the other side of the globe, and no smaller for near ones', () => {
    expect(fitAround(DAXING, [{ latitude: -30, longitude: -60 }], size)).toEqual(view);
    expect(fitAround(DAXING, [{ latitude: 39.6, longitude: 116.4 }], size)).toEqual(view);
  });
});

describe('the view of a move', () => {
  it('contains both ends apart, also across the date line and for long moves', () => {
    for (const [from, to] of [
      [DAXING, { ...DAXING, longitude: DAXING.longitude + 0.05 }],
      [DAXING, { ...DAXING, latitude: -DAXING.latitude }],
      [
        { latitude: -17, longitude: 179.9 },
        { latitude: -16.9, longitude: -179.9 },
      ],
    ] as const) {
      const shown = fitMove(from, to, size);
      if (!shown) throw new Error('the ends count as one place');
      const pixels = [from, to].map((point) => toPixel(point, shown, size));
      for (const [x, y] of pixels) expect(x > 20 && x < size.width - 20 && y > 20 && y < size.height - 20).toBe(true);
      const [[fromX, fromY], [toX, toY]] = pixels as [[number, number], [number, number]]; // two points give two pixels
      expect(Math.hypot(toX - fromX, toY - fromY)).toBeGreaterThan(MIN_MOVE_PX);
    }
  });

  it('is left to the surroundings if the place moved by a few metres', () => {
    expect(fitMove(DAXING, { ...DAXING, latitude: DAXING.latitude + 0.00003 }, size)).toBeUndefined();
  });
});

describe('the scale bar', () => {
  it('has a round length that fits at every zoom', () => {
    for (let zoom = 1; zoom <= MAX_ZOOM; zoom *= 1.3) {
      const { length, label } = scaleBar({ ...DAXING, zoom }, size);
      expect(label).toMatch(/^[125]0* k?m$/);
      expect(length).toBeGreaterThan(30);
      expect(length).toBeLessThanOrEqual(80);
    }
  });

  it('measures the distance at the centre of the view', () => {
    const [from, to] = [100, 200].map((x) => toCoordinates([x, size.height / 2], view, size));
    if (!from || !to) throw new Error('no coordinates');
    expect(100 * kilometresPerPixel(view, size)).toBeCloseTo(distanceKm(from, to), 0);
  });

  it('is kept free of labels', () => {
    const scaleBox = mapObstacles(view, size).at(-1);
    const mark = { code: 'TSN', x: 30, y: size.height - 16 };
    expect(placeLabels(undefined, [mark], size, scaleBox ? [scaleBox] : []).labelledMarks[0]?.side).toBeUndefined();
    expect(placeLabels(undefined, [mark], size).labelledMarks[0]?.side).toBe('start');
  });
});

describe('the graticule', () => {
  it('draws lines at round degrees', () => {
    const { meridians, parallels } = buildGraticule(view, size);
    expect(meridians.map(({ label }) => label)).toEqual(['112°E', '114°E', '116°E', '118°E', '120°E', '122°E']);
    expect(parallels.map(({ label }) => label)).toEqual(['38°N', '40°N']);
    for (const { degrees, position } of meridians)
      expect(toPixel({ latitude: 39, longitude: degrees }, view, size)[0]).toBeCloseTo(position);
  });

  it('labels longitudes beyond the date line', () => {
    expect([formatDegrees(-180, 'E', 'W'), formatDegrees(190, 'E', 'W')]).toEqual(['180°', '170°W']);
    expect([formatDegrees(180, 'E', 'W'), formatDegrees(0, 'N', 'S'), formatDegrees(-33.5, 'N', 'S')]).toEqual([
      '180°',
      '0°',
      '33.5°S',
    ]);
  });
});

it('leaves out a code that has no room', () => {
  const pin = { code: 'PKX', x: 200, y: 100 };
  const marks = [
    { code: 'PEK', x: 210, y: 60 },
    { code: 'NAY', x: 236, y: 60 },
    { code: 'TSN', x: 222, y: 60 },
    { code: 'DLC', x: 530, y: 150 },
  ];
  const { labelledMarks, pinSide } = placeLabels(pin, marks, size);
  expect(pinSide).toBe('end');
  expect(labelledMarks.map(({ side }) => side)).toEqual(['end', 'start', undefined, 'end']);
  expect(placeLabels({ ...pin, x: 20 }, [], size).pinSide).toBe('start');
});

it('keeps labels clear of the degrees at the left edge', () => {
  const size = { width: 300, height: 120 };
  const view = { latitude: 54, longitude: 18, zoom: 12 };
  const parallel = buildGraticule(view, size).parallels.find(({ position }) => position > 30 && position < 100);
  const y = (parallel?.position ?? 0) - 6;
  const mark = { code: '8600512', x: 72, y };
  expect(placeLabels(undefined, [mark], size).labelledMarks[0]?.side).toBe('start');
  const blockRight = { code: '', x: 110, y };
  const withObstacles = placeLabels(undefined, [mark, blockRight], size, mapObstacles(view, size));
  expect(withObstacles.labelledMarks[0]?.side).toBeUndefined();
});

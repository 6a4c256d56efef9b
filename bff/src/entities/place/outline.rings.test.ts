import { expect, test } from 'vitest';
import { isInside, isNear, type Point, toRing } from './outline.ts';

const pointAt = (radius: number, angle: number): Point => [radius * Math.cos(angle), radius * Math.sin(angle)];
const anglesOf = (corners: number) => Array.from({ length: corners }, (_, n) => (2 * Math.PI * n) / corners);
const circle = (radius: number, corners: number) =>
  toRing(new Float32Array([...anglesOf(corners), 0].flatMap((angle) => pointAt(radius, angle))));

// from rings that fit into a single part to rings of many parts
test.each([
  31, 32, 33, 64, 1000,
])('distinguishes inside, near and outside at all corners of a ring of %i lines', (corners) => {
  const rings = [circle(10, corners)];
  for (const angle of anglesOf(corners)) {
    const results = [9, 9.9, 10.1, 11]
      .map((radius) => pointAt(radius, angle))
      .map((point) => [isInside(rings, point), isNear(rings, point)]);
    expect({ angle, results }).toEqual({
      angle,
      results: [
        [true, false],
        [true, true],
        [false, true],
        [false, false],
      ],
    });
  }
});

test('treats a ring inside a ring as a hole', () => {
  const rings = [circle(10, 100), circle(5, 100)];
  expect([2, 7, 12].map((radius) => isInside(rings, pointAt(radius, 1)))).toEqual([false, true, false]);
});

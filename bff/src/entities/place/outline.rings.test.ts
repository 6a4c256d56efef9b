import { expect, test } from 'vitest';
import { isInside, isNear, type Point, toRing } from './outline.ts';

const at = (radius: number, angle: number): Point => [radius * Math.cos(angle), radius * Math.sin(angle)];
const anglesOf = (corners: number) => Array.from({ length: corners }, (_, n) => (2 * Math.PI * n) / corners);
const circle = (radius: number, corners: number) =>
  toRing(new Float32Array([...anglesOf(corners), 0].flatMap((angle) => at(radius, angle))));

// from as many lines as fit into one part to many parts
test.each([
  31, 32, 33, 64, 1000,
])('of a ring of %i lines all corners have an inside, an outside and what is near', (corners) => {
  const rings = [circle(10, corners)];
  for (const angle of anglesOf(corners)) {
    const told = [9, 9.9, 10.1, 11]
      .map((radius) => at(radius, angle))
      .map((point) => [isInside(rings, point), isNear(rings, point)]);
    expect({ angle, told }).toEqual({
      angle,
      told: [
        [true, false],
        [true, true],
        [false, true],
        [false, false],
      ],
    });
  }
});

test('what lies in a ring in a ring lies outside', () => {
  const rings = [circle(10, 100), circle(5, 100)];
  expect([2, 7, 12].map((radius) => isInside(rings, at(radius, 1)))).toEqual([false, true, false]);
});

import { expect, it } from 'vitest';
import { tooltipPlace } from './tooltip-place.ts';

const room = { width: 1000, height: 600 };
const tip = { width: 100, height: 20 };
const control = (left: number, top: number) => ({
  left,
  top,
  right: left + 40,
  bottom: top + 30,
  width: 40,
  height: 30,
});

it.each([
  ['below its control, in the middle', control(500, 100), 'bottom', { left: 470, top: 136 }],
  ['above where there is no room below', control(500, 560), 'bottom', { left: 470, top: 534 }],
  ['above as wished', control(500, 100), 'top', { left: 470, top: 74 }],
  ['below where there is no room above', control(500, 5), 'top', { left: 470, top: 41 }],
  ['at the right as wished', control(10, 100), 'right', { left: 56, top: 105 }],
  ['below where there is no room at the right', control(950, 100), 'right', { left: 892, top: 136 }],
  ['inside the window at its left edge', control(0, 100), 'bottom', { left: 8, top: 136 }],
] as const)('stands %s', (_case, from, wish, place) => {
  expect(tooltipPlace(from, tip, room, wish)).toEqual(place);
});

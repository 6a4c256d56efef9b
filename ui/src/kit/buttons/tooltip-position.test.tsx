import { expect, it } from 'vitest';
import { positionTooltip } from './tooltip.tsx';

const viewport = { width: 1000, height: 600 };
const tooltip = { width: 100, height: 20 };
const rectangleAt = (left: number, top: number) => ({
  left,
  top,
  right: left + 40,
  bottom: top + 30,
  width: 40,
  height: 30,
});

it.each([
  ['centred below its control', rectangleAt(500, 100), 'bottom', { left: 470, top: 136 }],
  ['above if there is no room below', rectangleAt(500, 560), 'bottom', { left: 470, top: 534 }],
  ['above if requested', rectangleAt(500, 100), 'top', { left: 470, top: 74 }],
  ['below if there is no room above', rectangleAt(500, 5), 'top', { left: 470, top: 41 }],
  ['on the right if requested', rectangleAt(10, 100), 'right', { left: 56, top: 105 }],
  ['below if there is no room on the right', rectangleAt(950, 100), 'right', { left: 892, top: 136 }],
  ['inside the left edge of the window', rectangleAt(0, 100), 'bottom', { left: 8, top: 136 }],
] as const)('is placed %s', (_case, control, placement, position) => {
  expect(positionTooltip(control, tooltip, viewport, placement)).toEqual(position);
});

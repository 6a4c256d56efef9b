import { expect, it } from 'vitest';
import { placeLabels } from './map-labels.ts';

const size = { width: 400, height: 200 };
const pin = { code: 'PKX', x: 200, y: 100 };
const sides = (...marks: { code: string; x: number; y: number }[]) =>
  placeLabels(pin, marks, size).labelledMarks.map(({ code, side }) => `${code} ${side}`);

it('puts the label of the pin on its left, or on its right if the edge or another mark is in the way', () => {
  expect(placeLabels(pin, [], size).pinSide).toBe('end');
  expect(placeLabels({ ...pin, x: 30 }, [], size).pinSide).toBe('start');
  expect(placeLabels(pin, [{ code: 'PEK', x: 175, y: 98 }], size).pinSide).toBe('start');
  const marksOnBothSides = [175, 225].map((x) => ({ code: 'PEK', x, y: 98 }));
  expect(placeLabels(pin, marksOnBothSides, size).pinSide).toBe('end');
});

it('moves a label that would cover another one to the other side', () => {
  expect(sides({ code: 'TSN', x: 300, y: 40 })).toEqual(['TSN start']);
  expect(sides({ code: 'TSN', x: 300, y: 40 }, { code: 'TVS', x: 315, y: 42 })).toEqual(['TSN end', 'TVS start']);
  expect(sides({ code: 'TSN', x: 300, y: 40 }, { code: 'TVS', x: 300, y: 44 })).toEqual(['TSN start', 'TVS end']);
});
